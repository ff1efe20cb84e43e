import type { Handlers } from '@space/bus';
import { SchedulingResource, type schedulingDirectory } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Answers other services which forms and booking pages a Space has; ids of other Spaces are passed over. */
export const directoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof schedulingDirectory> => ({
  resolve: async ({ input, caller }) => {
    const found = await findResources(database, caller.space_id, input.form_ids, input.booking_page_ids);
    const only = (wanted: 'form' | 'booking_page') => found.flatMap(({ kind, id, name }) => (kind === wanted ? [{ id, name }] : []));
    return { forms: only('form'), booking_pages: only('booking_page') };
  },
});

const ResourceRow = z.object({ ...SchedulingResource.shape, kind: z.enum(['form', 'booking_page']) });

const findResources = (database: CommonQueryMethods, space: string, forms: readonly string[], pages: readonly string[]) =>
  database.any(sql.prepared('scheduling-directory', ResourceRow)`
    select 'form' as kind, id, name from scheduling.form
    where space_id = ${space} and id = any(${sql.array([...forms], 'text')})
    union all
    select 'booking_page', id, name from scheduling.booking_page
    where space_id = ${space} and id = any(${sql.array([...pages], 'text')})
    order by kind, id`);

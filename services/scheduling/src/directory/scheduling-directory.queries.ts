import { SchedulingResource } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const ResourceRow = z.object({ ...SchedulingResource.shape, kind: z.enum(['form', 'booking_page']) });

/** Returns the forms and booking pages of a Space that have these ids, by kind and id. */
export const findResources = (database: CommonQueryMethods, space: string, forms: readonly string[], pages: readonly string[]) =>
  database.any(sql.prepared('scheduling-directory', ResourceRow)`
    select 'form' as kind, id, name, status from scheduling.form
    where space_id = ${space} and id = any(${sql.array([...forms], 'text')})
    union all
    select 'booking_page', id, name, status from scheduling.booking_page
    where space_id = ${space} and id = any(${sql.array([...pages], 'text')})
    order by kind, id`);

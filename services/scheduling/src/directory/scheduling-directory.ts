import type { Handlers } from '@space/bus';
import type { schedulingDirectory } from '@space/contracts/scheduling';
import type { Ports } from '@space/runtime';
import { findResources } from './scheduling-directory.queries.ts';

/** Returns the handlers that other services ask which forms and booking pages a Space has; ids of other Spaces are left out. */
export const directoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof schedulingDirectory> => ({
  async resolve({ input, caller }) {
    const rows = await findResources(database, caller.space_id, input.form_ids, input.booking_page_ids);
    const ofKind = (wanted: 'form' | 'booking_page') => rows.flatMap(({ kind, ...resource }) => (kind === wanted ? [resource] : []));
    return { forms: ofKind('form'), booking_pages: ofKind('booking_page') };
  },
});

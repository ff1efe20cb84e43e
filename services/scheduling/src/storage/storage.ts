import type { Handlers } from '@space/bus';
import type { schedulingStorage } from '@space/contracts/platform';
import { type Database, measureSpace } from '@space/database';
import { countFiles } from '../form-files/form-files.queries.ts';

/** Returns the handler that measures the forms, bookings and files of a Space. */
export const storageHandlers = (database: Database): Handlers<typeof schedulingStorage> => ({
  async measure({ caller: { space_id } }) {
    return { ...(await measureSpace(database, 'scheduling', space_id)), files: await countFiles(database, space_id) };
  },
});

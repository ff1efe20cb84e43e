import type { Handlers } from '@space/bus';
import { MAX_INVITATIONS, MAX_MEMBERS } from '@space/contracts/people';
import type { settings } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { toStorageUsage } from '../storage/storage-state.ts';
import { countPeople } from './spaces.queries.ts';
import { assertSpaceExists } from './spaces.ts';

/** Creates the handler that lists the limits of a Space with what it uses. */
export const spaceLimitHandlers = (
  database: Database,
  clock: Clock,
  quotas: Pick<StorageQuotas, 'read'>,
): Pick<Handlers<typeof settings>, 'list_limits'> => ({
  async list_limits({ input: { space_id } }) {
    await assertSpaceExists(database, space_id);
    const [people, state] = await Promise.all([countPeople(database, space_id, isoTime(clock.now())), quotas.read(space_id)]);
    const { bytes, rows, files } = toStorageUsage(state);
    return {
      data: [
        { name: 'members', used: people.members, maximum: MAX_MEMBERS },
        { name: 'open_invitations', used: people.open_invitations, maximum: MAX_INVITATIONS },
        { name: 'storage_bytes', used: bytes.used, maximum: bytes.limit },
        { name: 'storage_rows', used: rows.used, maximum: rows.limit },
        { name: 'storage_files', used: files.used, maximum: files.limit },
      ],
    };
  },
});

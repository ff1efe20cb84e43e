import type { Handlers } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import type { Database } from '@space/database';
import type { Writer } from '@space/event-log';
import { saveLimits } from '../storage/space-storage.queries.ts';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { toStorageUsage } from '../storage/storage-state.ts';
import { assertSpaceExists } from './spaces.ts';

type SettingsHandlers = Pick<Handlers<typeof settings>, 'get_space_usage' | 'update_storage_limits'>;

/** Creates the handlers by which an operator reads the storage of a Space and changes its limits. */
export const storageSettingsHandlers = (database: Database, writer: Writer, quotas: StorageQuotas): SettingsHandlers => ({
  async get_space_usage({ input: { space_id } }) {
    await assertSpaceExists(database, space_id);
    return toStorageUsage(await quotas.read(space_id));
  },

  async update_storage_limits(call) {
    const { space_id, ...limits } = call.input;
    const usage = await writer.write(call, async (tx) => {
      await assertSpaceExists(tx, space_id);
      await saveLimits(tx, space_id, limits);
      return toStorageUsage(await quotas.read(space_id, tx));
    });
    quotas.forget(space_id);
    return usage;
  },
});

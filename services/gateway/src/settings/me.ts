import { type Handlers, Json } from '@space/bus';
import type { me } from '@space/contracts/platform';
import type { Database } from '@space/database';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { toStorageUsage } from '../storage/storage-state.ts';
import { getOwnKey } from './me.queries.ts';

/** Creates the handler by which a key reads its own scopes, expiry, usage, Space and agent. */
export const meHandlers = (database: Database, quotas: Pick<StorageQuotas, 'read'>): Handlers<typeof me> => ({
  async get({ caller }) {
    const [own, storage] = await Promise.all([getOwnKey(database, caller.space_id, caller.key_id), quotas.read(caller.space_id)]);
    const usage = { calls: caller.call_rate ?? null, storage: toStorageUsage(storage) };
    return new Json(`${own.json.slice(0, -1)},"usage":${JSON.stringify(usage)}}`);
  },
});

import { type Handlers, Json } from '@space/bus';
import type { Caller } from '@space/contracts/core';
import type { me } from '@space/contracts/platform';
import type { Database } from '@space/database';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { toStorageUsage } from '../storage/storage-state.ts';
import { getOwnKey, getOwnSpace } from './me.queries.ts';

/** Creates the handler by which a key reads its own scopes, expiry, usage, Space and agent. */
export const meHandlers = (database: Database, quotas: Pick<StorageQuotas, 'read'>): Handlers<typeof me> => ({
  async get({ caller }) {
    const [own, storage] = await Promise.all([ownPart(database, caller), quotas.read(caller.space_id)]);
    const usage = { calls: caller.call_rate ?? null, storage: toStorageUsage(storage) };
    return new Json(`${own.json.slice(0, -1)},"usage":${JSON.stringify(usage)}}`);
  },
});

/** Returns the part of the answer about the caller: the key, or the member. */
async function ownPart(database: Database, { space_id, key_id, actor, person, scopes = [] }: Caller): Promise<{ readonly json: string }> {
  if (!person) return getOwnKey(database, space_id, key_id);
  const { json } = await getOwnSpace(database, space_id);
  const member = { id: actor.id, name: actor.name, role: person.role, scopes };
  return { json: JSON.stringify({ key: null, member, space: JSON.parse(json), agent: null }) };
}

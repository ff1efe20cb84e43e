import { type Handlers, Json, type Signals } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Clock, type Database, findExisting, isoTime, lockVersioned } from '@space/database';
import type { Writer } from '@space/event-log';
import { HOUR_MS } from '@space/time';
import { GRANT_REVOKED } from '../auth/access-token-store.ts';
import { generateKey, hashOfKey, hintOfKey } from '../auth/api-key.ts';
import { announceKeyChanged } from '../auth/key-store.ts';
import {
  findOldHash,
  type KeyChange,
  keyById,
  type LockedKeyRow,
  lockedKeyById,
  replaceSecret,
  revokeGrantsOf,
  updateKey,
} from './key-changes.queries.ts';
import { assertOwnScopes } from './key-rules.ts';

/** The parts that changes of keys need. */
interface KeyChangeParts {
  readonly database: Database;
  readonly writer: Writer;
  readonly bus: Signals;
  readonly clock: Clock;
}

/** Creates the handlers by which a key is read, renamed, narrowed and rolled. A change reaches every gateway like a revocation. */
export const keyChangeHandlers = ({
  database,
  writer,
  bus,
  clock,
}: KeyChangeParts): Pick<Handlers<typeof settings>, 'get_key' | 'update_key' | 'roll_key'> => ({
  async get_key({ input: { space_id, id } }) {
    const { json, version } = await findExisting(database, keyById(space_id, id), { noun: 'key', id });
    return new Json(json, version);
  },

  async update_key(call) {
    const { space_id, id, ...change } = call.input;
    let hashes: readonly (string | null)[] = [];
    const answer = await writer.write(call, async (tx) => {
      const key = await lockVersioned(tx, lockedKeyById(space_id, id), { noun: 'key', id, ifMatch: call.if_version });
      assertNarrower(key, change, Date.parse(tx.now));
      const scopes = change.scopes && key.scopes.filter((scope) => (change.scopes as readonly string[]).includes(scope));
      const row = await updateKey(tx, space_id, id, { ...change, scopes }, tx.now);
      hashes = [row.hash, row.old_hash];
      return new Json(row.json, row.version);
    });
    announceKeyChanged(bus, hashes, id);
    return answer;
  },

  async roll_key(call) {
    const { space_id, id, old_valid_hours, revoke_grants } = call.input;
    let hashes: readonly (string | null)[] = [];
    let grants: readonly string[] = [];
    const answer = await writer.write(call, async (tx) => {
      const key = await lockVersioned(tx, lockedKeyById(space_id, id), { noun: 'key', id, ifMatch: null });
      assertRunning(key, Date.parse(tx.now));
      assertOwnScopes(call.caller, key.scopes);
      const oldest = await findOldHash(tx, space_id, id);
      const api_key = generateKey();
      const secret = {
        hash: hashOfKey(api_key),
        hint: hintOfKey(api_key),
        old_secret_ends_at: isoTime(clock.now() + old_valid_hours * HOUR_MS),
      };
      const row = await replaceSecret(tx, space_id, id, secret, tx.now);
      grants = revoke_grants ? await revokeGrantsOf(tx, space_id, id, tx.now) : [];
      hashes = [row.hash, row.old_hash, oldest];
      return new Json(`{"key":${row.json},"api_key":${JSON.stringify(api_key)},"revoked_grants":${grants.length}}`);
    });
    announceKeyChanged(bus, hashes, id);
    for (const grant of grants) bus.publish(GRANT_REVOKED, Buffer.from(grant));
    return answer;
  },
});

/** Throws `conflict` for a key that was revoked or has expired. */
function assertRunning({ revoked_at, expires_at }: LockedKeyRow, now: number): void {
  if (revoked_at !== null) throw new Problem('conflict', 'This key was revoked, so it cannot be changed; create a new one.');
  if (expires_at !== null && expires_at <= now)
    throw new Problem('conflict', `This key expired on ${isoTime(expires_at)}, so it cannot be changed; create a new one.`);
}

/** Throws `conflict` for a key that has ended, and `invalid` for a change that would give it more than it has. */
function assertNarrower(key: LockedKeyRow, { scopes = [], catalog_mode, expires_at }: KeyChange, now: number): void {
  assertRunning(key, now);
  const more = scopes.flatMap((scope, at) =>
    key.scopes.includes(scope)
      ? []
      : [{ path: `scopes.${at}`, code: 'not_narrower', message: `must be a scope that the key has; create a new key for ${scope}` }],
  );
  if (more.length > 0) throw invalidFields(more);
  if (key.agent_id !== null && catalog_mode === 'every')
    throw invalidFields([{ path: 'catalog_mode', code: 'not_supported', message: 'must be everyday for the key of an agent' }]);
  if (expires_at === undefined) return;
  const end = Date.parse(expires_at);
  if (end <= now) throw invalidFields([{ path: 'expires_at', code: 'in_the_past', message: 'must be in the future' }]);
  if (key.expires_at !== null && end > key.expires_at)
    throw invalidFields([
      {
        path: 'expires_at',
        code: 'not_narrower',
        message: `must not be after ${isoTime(key.expires_at)}, the present end; create a new key for a later one`,
      },
    ]);
}

import { type Handlers, Json, type Signals } from '@space/bus';
import { invalidFields, notFound, unresolvedReferences } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import { generateKey, hashOfKey, hintOfKey } from '../auth/api-key.ts';
import { announceKeyChanged } from '../auth/key-store.ts';
import { lockAgentForKey } from './agents.queries.ts';
import { assertOwnScopes } from './key-rules.ts';
import { insertKey, listKeys, revokeKey } from './keys.queries.ts';
import { assertSpaceExists } from './spaces.ts';

/** Creates the handlers of the settings operations on keys. */
export const keyHandlers = (
  database: Database,
  writer: Writer,
  bus: Signals,
): Pick<Handlers<typeof settings>, 'create_key' | 'list_keys' | 'revoke_key'> => ({
  create_key(call) {
    return writer.write(call, async (tx) => {
      const { space_id, name, scopes, agent_id = null, catalog_mode, approval, expires_at = null } = call.input;
      if (expires_at !== null && Date.parse(expires_at) <= Date.parse(tx.now))
        throw invalidFields([{ path: 'expires_at', code: 'in_the_past', message: 'must be in the future' }]);
      await assertSpaceExists(tx, space_id);
      assertOwnScopes(call.caller, scopes);
      if (agent_id && !(await lockAgentForKey(tx, space_id, agent_id)))
        throw unresolvedReferences([{ path: 'agent_id', noun: 'agent', id: agent_id, way_out: 'use the id of one of its agents' }]);
      const api_key = generateKey();
      const row = {
        id: newId('key'),
        space_id,
        agent_id,
        name,
        hash: hashOfKey(api_key),
        hint: hintOfKey(api_key),
        scopes: [...new Set(scopes)],
        // The Space's own agents always run in Everyday tools mode (contract, A8).
        catalog_mode: agent_id ? ('everyday' as const) : catalog_mode,
        approval,
        expires_at,
        created_by: call.caller.person ? call.caller.actor.id : null,
      };
      const { json } = await insertKey(tx, row, tx.now);
      return new Json(`{"key":${json},"api_key":${JSON.stringify(api_key)}}`);
    });
  },

  async list_keys({ input }) {
    await assertSpaceExists(database, input.space_id);
    return new Json(await readPage(database, listKeys(input.space_id, input)));
  },

  async revoke_key(call) {
    let hashes: readonly (string | null)[] = [];
    const answer = await writer.write(call, async (tx) => {
      const row = await revokeKey(tx, call.caller.space_id, call.input.id, tx.now);
      if (!row) throw notFound('key', call.input.id);
      hashes = [row.hash, row.old_hash];
      return new Json(row.json);
    });
    announceKeyChanged(bus, hashes, call.input.id);
    return answer;
  },
});

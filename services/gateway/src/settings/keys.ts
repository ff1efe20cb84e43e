import { type Handlers, Json, type Signals } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import { hashOfKey, hintOfKey, newKey } from '../auth/key-format.ts';
import { mustBeAgent } from './agents.ts';
import { insertKey, keyPage, revokeKey } from './keys.queries.ts';
import { mustBeSpace } from './spaces.ts';

/** Broadcast after a key was revoked, with the hex SHA-256 of the key: every gateway forgets it at once. */
export const KEY_REVOKED = 'space.v1.key.revoked';

/** Answers the settings operations about keys. */
export const keyHandlers = (
  database: Database,
  write: Writer,
  bus: Signals,
): Pick<Handlers<typeof settings>, 'create_key' | 'list_keys' | 'revoke_key'> => ({
  create_key: (call) =>
    write.write(call, async (tx) => {
      const { space_id, name, scopes, agent_id = null, catalog_mode, expires_at = null } = call.input;
      await mustBeSpace(tx, space_id);
      if (agent_id) await mustBeAgent(tx, space_id, agent_id);
      const api_key = newKey();
      const { json } = await insertKey(
        tx,
        {
          id: newId('key'),
          space_id,
          agent_id,
          name,
          hash: hashOfKey(api_key),
          hint: hintOfKey(api_key),
          scopes: [...new Set(scopes)],
          // The Space's own agents always run in Everyday tools mode (spec, Authentication 8).
          catalog_mode: agent_id ? 'everyday' : catalog_mode,
          expires_at,
        },
        tx.now,
      );
      return new Json(`{"key":${json},"api_key":${JSON.stringify(api_key)}}`);
    }),

  list_keys: async ({ input }) => {
    await mustBeSpace(database, input.space_id);
    return new Json(await readPage(database, keyPage(input.space_id, input)));
  },

  revoke_key: async (call) => {
    let hash = '';
    const answer = await write.write(call, async (tx) => {
      const row = await revokeKey(tx, call.input.id, tx.now);
      if (!row) throw notFound('key', call.input.id);
      hash = row.hash;
      return new Json(row.json);
    });
    if (hash) bus.publish(KEY_REVOKED, Buffer.from(hash));
    return answer;
  },
});

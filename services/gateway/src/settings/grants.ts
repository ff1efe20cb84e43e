import { type Handlers, Json, type Signals } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import { GRANT_REVOKED } from '../auth/access-token-store.ts';
import { findKey } from '../auth/api-key.queries.ts';
import { listGrants, revokeGrant } from './grants.queries.ts';

/** Creates the handlers of the settings operations on the OAuth grants of keys. */
export const grantHandlers = (
  database: Database,
  writer: Writer,
  bus: Signals,
): Pick<Handlers<typeof settings>, 'list_grants' | 'revoke_grant'> => ({
  async list_grants({ input }) {
    const { space_id, key_id } = input;
    if (!(await findKey(database, space_id, key_id))) throw notFound('key', key_id);
    return new Json(await readPage(database, listGrants(space_id, key_id, input)));
  },

  async revoke_grant(call) {
    const { space_id, id } = call.input;
    const answer = await writer.write(call, async (tx) => {
      const row = await revokeGrant(tx, space_id, id, tx.now);
      if (!row) throw notFound('grant', id);
      return new Json(row.json);
    });
    bus.publish(GRANT_REVOKED, Buffer.from(id));
    return answer;
  },
});

import { type Handlers, Json } from '@space/bus';
import type { me } from '@space/contracts/platform';
import type { Database } from '@space/database';

import { getOwnKey } from './me.queries.ts';

/** Creates the handler by which a key reads its own scopes, expiry, Space and agent. */
export const meHandlers = (database: Database): Handlers<typeof me> => ({
  get: async ({ caller }) => new Json((await getOwnKey(database, caller.space_id, caller.key_id)).json),
});

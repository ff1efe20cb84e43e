import { type Handlers, Json } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import type { integrations } from '@space/contracts/integrations';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { findConnection, listChecks, listConnections } from './connections.queries.ts';

/** Creates the handlers of the integrations contract. They read what services have reported, and ask no provider. */
export function connectionHandlers({ database }: Pick<Ports, 'database'>): Handlers<typeof integrations> {
  return {
    async list({ input: { kind, status, provider, ...list }, caller }) {
      return new Json(await readPage(database, listConnections(caller.space_id, { kind, status, provider }, list)));
    },

    async get({ input: { id }, caller }) {
      const found = await findConnection(database, caller.space_id, id);
      if (!found) throw notFound('integration', id);
      return new Json<OutputOf<(typeof integrations)['operations']['get']>>(JSON.stringify(found.integration), found.version);
    },

    async list_checks({ input: { id, ...list }, caller }) {
      if (!(await findConnection(database, caller.space_id, id))) throw notFound('integration', id);
      return new Json(await readPage(database, listChecks(caller.space_id, id, list)));
    },
  };
}

import { type Handlers, Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { agentExists, agentPage, insertAgent } from './agents.queries.ts';
import { mustBeSpace } from './spaces.ts';

/** Answers the settings operations about agents. */
export const agentHandlers = (database: Database, write: Writer): Pick<Handlers<typeof settings>, 'create_agent' | 'list_agents'> => ({
  create_agent: (call) =>
    write.write(call, async (tx) => {
      await mustBeSpace(tx, call.input.space_id);
      return new Json((await insertAgent(tx, call.input.space_id, newId('agt'), call.input.name, tx.now)).json);
    }),

  list_agents: async ({ input }) => {
    await mustBeSpace(database, input.space_id);
    return new Json(await readPage(database, agentPage(input.space_id, input)));
  },
});

/** Refuses an agent that is not of this Space. */
export async function mustBeAgent(database: CommonQueryMethods, space: string, id: string): Promise<void> {
  if (!(await agentExists(database, space, id))) throw notFound('agent', id);
}

import { type Handlers, Json } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import { type Database, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import { insertAgent, listAgents } from './agents.queries.ts';
import { assertSpaceExists } from './spaces.ts';

/** Creates the handlers of the settings operations on agents. */
export const agentHandlers = (database: Database, writer: Writer): Pick<Handlers<typeof settings>, 'create_agent' | 'list_agents'> => ({
  create_agent(call) {
    return writer.write(call, async (tx) => {
      await assertSpaceExists(tx, call.input.space_id);
      return new Json((await insertAgent(tx, call.input.space_id, newId('agt'), call.input.name, tx.now)).json);
    });
  },

  async list_agents({ input }) {
    await assertSpaceExists(database, input.space_id);
    return new Json(await readPage(database, listAgents(input.space_id, input)));
  },
});

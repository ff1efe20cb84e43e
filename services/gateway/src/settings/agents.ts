import { type Handlers, Json, type Signals } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import { type Database, findExisting, lockVersioned, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import { announceKeyChanged } from '../auth/key-store.ts';
import { agentById, insertAgent, listAgents, markAgentDeleted, revokeKeysOf, updateAgent } from './agents.queries.ts';
import { assertSpaceExists } from './spaces.ts';

type AgentHandlers = Pick<Handlers<typeof settings>, 'create_agent' | 'list_agents' | 'get_agent' | 'update_agent' | 'delete_agent'>;

/** The parts that the handlers of agents need. */
interface AgentParts {
  readonly database: Database;
  readonly writer: Writer;
  readonly bus: Signals;
  /** Called when the listeners of an agent have to end. */
  readonly notifyRemoval: () => void;
}

/** Creates the handlers of the settings operations on agents. */
export const agentHandlers = ({ database, writer, bus, notifyRemoval }: AgentParts): AgentHandlers => ({
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

  async get_agent({ input: { space_id, id } }) {
    const { json, version } = await findExisting(database, agentById(space_id, id), { noun: 'agent', id });
    return new Json(json, version);
  },

  update_agent(call) {
    const { space_id, id, name } = call.input;
    return writer.write(call, async (tx) => {
      await lockVersioned(tx, agentById(space_id, id), { noun: 'agent', id, ifMatch: call.if_version });
      const { json, version } = await updateAgent(tx, space_id, id, name, tx.now);
      return new Json(json, version);
    });
  },

  async delete_agent(call) {
    const { space_id, id } = call.input;
    let revoked: Awaited<ReturnType<typeof revokeKeysOf>> = [];
    const answer = await writer.write(call, async (tx) => {
      await lockVersioned(tx, agentById(space_id, id), { noun: 'agent', id, ifMatch: call.if_version });
      await markAgentDeleted(tx, space_id, id, call.caller.actor, tx.now);
      revoked = await revokeKeysOf(tx, space_id, id, tx.now);
      return { id, deleted: true as const };
    });
    for (const key of revoked) announceKeyChanged(bus, [key.hash, key.old_hash], key.id);
    notifyRemoval();
    return answer;
  },
});

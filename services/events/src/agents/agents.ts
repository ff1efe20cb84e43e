import { type CallContext, type Handlers, Json, request } from '@space/bus';
import { type CanUse, canUseFields, notFound } from '@space/contracts/core';
import { agentDirectory, type agents } from '@space/contracts/platform';
import { readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { lockCanUse, readCanUse, setCanUse } from '../can-use/can-use.queries.ts';
import { listChatLines } from './chat.queries.ts';

/** Returns the handlers of the contract `agents`: Can use lists and chats of agents, for operators. */
export function createAgentHandlers(ports: Ports): Handlers<typeof agents> {
  const { database, bus } = ports;
  const writer = createWriter('events', ports);

  /** Returns the Space of an agent from the settings; throws `not_found`. */
  async function findSpace(call: CallContext, id: string, alsoDeleted = false): Promise<string> {
    const { agent, deleted } = await request(bus, call, agentDirectory, 'find', { id });
    if (!agent || (deleted && !alsoDeleted)) throw notFound('agent', id);
    return agent.space_id;
  }

  return {
    async get_can_use(call) {
      const { agent_id } = call.input;
      const row = await readCanUse(database, await findSpace(call, agent_id), agent_id);
      return { agent_id, ...withEveryKind((row?.can_use ?? {}) as CanUse), updated_at: row?.updated_at ?? null };
    },

    async set_can_use(call) {
      const { agent_id, ...given } = call.input;
      const space = await findSpace(call, agent_id);
      return writer.write(call, async (tx) => {
        const before = await lockCanUse(tx, space, agent_id);
        const canUse = withEveryKind({ ...before, ...Object.fromEntries(Object.entries(given).filter(([, list]) => list !== undefined)) });
        await setCanUse(tx, space, agent_id, canUse, tx.now);
        return { agent_id, ...canUse, updated_at: tx.now };
      });
    },

    async read_chat(call) {
      const { agent_id, ...list } = call.input;
      return new Json(await readPage(database, listChatLines(await findSpace(call, agent_id, true), agent_id, list)));
    },
  };
}

/** Returns a Can use list with an entry for every kind, in the order of the kinds. */
const withEveryKind = (canUse: CanUse) =>
  Object.fromEntries(Object.keys(canUseFields).map((kind) => [kind, canUse[kind as keyof CanUse] ?? []])) as {
    [K in keyof typeof canUseFields]: '*' | string[];
  };

import { type CallContext, type Handlers, Json, request } from '@space/bus';
import { type CanUse, canUseFields, notFound } from '@space/contracts/core';
import { agentDirectory, type agents } from '@space/contracts/platform';
import { readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { lockCanUse, readCanUse, setCanUse } from '../can-use/can-use.queries.ts';
import { listChatLines } from './chat.queries.ts';

/** Answers the agents contract: what agents may use, and their chats, for operators. */
export function agentHandlers(ports: Ports): Handlers<typeof agents> {
  const { database, bus } = ports;
  const write = createWriter('events', ports);

  /** The Space of an agent; which agents there are is known to the settings. */
  const spaceOf = async (call: CallContext, id: string): Promise<string> => {
    const { agent } = await request(bus, call, agentDirectory, 'find', { id });
    if (!agent) throw notFound('agent', id);
    return agent.space_id;
  };

  return {
    get_can_use: async (call) => {
      const { agent_id } = call.input;
      const row = await readCanUse(database, await spaceOf(call, agent_id), agent_id);
      return { agent_id, ...wholeList((row?.can_use ?? {}) as CanUse), updated_at: row?.updated_at ?? null };
    },

    set_can_use: async (call) => {
      const { agent_id, ...given } = call.input;
      const space = await spaceOf(call, agent_id);
      return write.write(call, async (tx) => {
        const before = await lockCanUse(tx, space, agent_id);
        const canUse = wholeList({ ...before, ...Object.fromEntries(Object.entries(given).filter(([, list]) => list !== undefined)) });
        await setCanUse(tx, space, agent_id, canUse, tx.now);
        return { agent_id, ...canUse, updated_at: tx.now };
      });
    },

    read_chat: async (call) => {
      const { agent_id, ...list } = call.input;
      return new Json(await readPage(database, listChatLines(await spaceOf(call, agent_id), agent_id, list)));
    },
  };
}

/** The list with every kind, in the order of the kinds. */
const wholeList = (canUse: CanUse) =>
  Object.fromEntries(Object.keys(canUseFields).map((kind) => [kind, canUse[kind as keyof CanUse] ?? []])) as {
    [K in keyof typeof canUseFields]: '*' | string[];
  };

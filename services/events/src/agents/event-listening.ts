import { type Handlers, Json } from '@space/bus';
import { type Caller, Problem } from '@space/contracts/core';
import { type eventListening, subscriptionCreated } from '@space/contracts/events';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { addListener, changeListener, lockListener, removeListener, subscriptionCreatedData } from '../listeners/listener-changes.ts';
import { listListeners, toBatchMinutes } from '../listeners/listeners.queries.ts';
import { listChatLines } from './chat.queries.ts';

/** Answers the event_listening contract: only the agent's own key reaches it, and only what is that agent's. */
export function eventListeningHandlers(ports: Ports, batchDue: () => void): Handlers<typeof eventListening> {
  const { database } = ports;
  const write = createWriter('events', ports);
  return {
    listen: async (call) => {
      mustBeAgent(call.caller);
      const { delivery, ...input } = call.input;
      return write.write(call, async (tx) => {
        const row = {
          ...input,
          id: newId('lis'),
          kind: 'agent' as const,
          url: null,
          secret: null,
          batch_minutes: toBatchMinutes(delivery),
        };
        const { json, listener } = await addListener(tx, call.caller, row, tx.now);
        tx.emit(subscriptionCreated, subscriptionCreatedData(listener));
        return new Json(json);
      });
    },

    list_mine: async ({ input, caller }) =>
      new Json(await readPage(database, listListeners(caller.space_id, { ...input, agent_id: mustBeAgent(caller) }))),

    update_mine: async (call) => {
      mustBeAgent(call.caller);
      const { id, ...change } = call.input;
      const answer = await write.write(call, async (tx) =>
        changeListener(tx, await lockListener(tx, call.caller, id, call.if_version), call.caller.space_id, change),
      );
      if (change.delivery !== undefined) batchDue();
      return answer;
    },

    stop: async (call) => {
      mustBeAgent(call.caller);
      return write.write(call, async (tx) => {
        const { listener } = await lockListener(tx, call.caller, call.input.id, call.if_version);
        return removeListener(tx, listener, call.caller.space_id);
      });
    },

    read_chat: async ({ input, caller }) => new Json(await readPage(database, listChatLines(caller.space_id, mustBeAgent(caller), input))),
  };
}

/** The agent that calls; refused to everyone else (spec, Authentication 11). */
function mustBeAgent({ actor }: Caller): string {
  if (actor.kind === 'agent') return actor.id;
  throw new Problem(
    'forbidden',
    'Only an agent’s own key can do this; without one, make a webhook or a feed (create_event_webhook, create_event_feed).',
  );
}

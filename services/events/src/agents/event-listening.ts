import { type Handlers, Json } from '@space/bus';
import { type Caller, Problem } from '@space/contracts/core';
import { type eventListening, subscriptionCreated } from '@space/contracts/events';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { summarizeEventTypes } from '../event-types/event-types.ts';
import { addListener, changeListener, lockListener, removeListener, subscriptionCreatedData } from '../listeners/listener-changes.ts';
import { assertChange, assertNewFilters } from '../listeners/listener-filters.ts';
import { listListeners, toBatchMinutes } from '../listeners/listeners.queries.ts';
import { listChatLines } from './chat.queries.ts';

/**
 * Returns the handlers of the contract `event_listening`, for an agent's own key and its own listeners. `notifyBatches` is
 * called when a batch may have become due.
 */
export function createEventListeningHandlers(ports: Ports, notifyBatches: () => void): Handlers<typeof eventListening> {
  const { database } = ports;
  const writer = createWriter('events', ports);
  return {
    async list_types({ input }) {
      return summarizeEventTypes(input);
    },

    async listen(call) {
      assertAgent(call.caller);
      const { delivery, ...input } = call.input;
      await assertNewFilters(ports, call, input);
      return writer.write(call, async (tx) => {
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

    async list_mine({ input, caller }) {
      return new Json(await readPage(database, listListeners(caller.space_id, { ...input, agent_id: assertAgent(caller) })));
    },

    async update_mine(call) {
      assertAgent(call.caller);
      const { id, ...change } = call.input;
      await assertChange(ports, call, id, change);
      const answer = await writer.write(call, async (tx) =>
        changeListener(tx, await lockListener(tx, call.caller, id, call.if_version), call.caller.space_id, change),
      );
      if (change.delivery !== undefined) notifyBatches();
      return answer;
    },

    async stop(call) {
      assertAgent(call.caller);
      return writer.write(call, async (tx) => {
        const { listener } = await lockListener(tx, call.caller, call.input.id, call.if_version);
        return removeListener(tx, listener, call.caller.space_id);
      });
    },

    async read_chat({ input, caller }) {
      return new Json(await readPage(database, listChatLines(caller.space_id, assertAgent(caller), input)));
    },
  };
}

/** Returns the id of the calling agent; throws `forbidden` for any other caller (contract, A10). */
function assertAgent({ actor }: Caller): string {
  if (actor.kind === 'agent') return actor.id;
  throw new Problem(
    'forbidden',
    'Only an agent’s own key can do this. With any other key, create a webhook or a feed (create_event_webhook, create_event_feed).',
  );
}

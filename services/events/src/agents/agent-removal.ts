import type { Handlers } from '@space/bus';
import { type agentRemoval, type Listener, subscriptionUpdated } from '@space/contracts/events';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { removeListener, subscriptionData } from '../listeners/listener-changes.ts';
import { disableListener, lockListenersOf } from '../listeners/listeners.queries.ts';

const REASON = 'The agent that created it was deleted.';

/** Returns the handler that ends the event subscriptions of a deleted agent; it may be called any number of times. */
export function createAgentRemovalHandlers(ports: Ports): Handlers<typeof agentRemoval> {
  const writer = createWriter('events', ports);
  return {
    end_listeners(call) {
      const { space_id } = call.caller;
      return writer.write(call, async (tx) => {
        let [deleted, disabled] = [0, 0];
        for (const json of await lockListenersOf(tx, space_id, call.input.agent_id)) {
          const listener = JSON.parse(json) as Listener;
          if (listener.kind === 'agent') {
            await removeListener(tx, listener, space_id);
            deleted++;
          } else if (listener.enabled) {
            await disableListener(tx, space_id, listener.id, REASON, tx.now);
            tx.emit(subscriptionUpdated, { ...subscriptionData(listener), changed: ['enabled'], enabled: false });
            disabled++;
          }
        }
        return { deleted, disabled };
      });
    },
  };
}

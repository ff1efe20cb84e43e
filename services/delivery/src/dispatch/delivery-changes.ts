import { announceChanges, type Signals } from '@space/bus';
import { LIVE_DELIVERIES_MS } from '@space/contracts/people';

/** Announces changes of deliveries to the consoles of their Space. */
export type DeliveriesChanged = (space_id: string, listener_id: string) => void;

/**
 * Returns the function that announces changes: the first one immediately, and those of the next second together at its end, so that a
 * busy webhook costs one message a second.
 */
export function createDeliveryChanges(bus: Signals): DeliveriesChanged {
  /** Webhooks that were announced within the last second; true if more has changed since. */
  const recent = new Map<string, boolean>();

  function announce(space_id: string, listener_id: string): void {
    announceChanges(bus, space_id, [{ topic: `deliveries:${listener_id}` }]);
    recent.set(listener_id, false);
    setTimeout(function endPause() {
      const hasMore = recent.get(listener_id);
      recent.delete(listener_id);
      if (hasMore) announce(space_id, listener_id);
    }, LIVE_DELIVERIES_MS).unref();
  }

  return function deliveriesChanged(space_id, listener_id) {
    if (recent.has(listener_id)) recent.set(listener_id, true);
    else announce(space_id, listener_id);
  };
}

import { LIVE_PAUSE_MS } from '@space/contracts/people';
import { announceChanges } from './announce-changes.ts';
import type { Signals } from './bus.ts';

/** Announces that everything of a topic is stale in a Space. */
export type AnnounceTopic = (space_id: string, topic: string) => void;

/**
 * Returns the function that announces topics which change often: the first change immediately, and those of the next second together at
 * its end, so that a topic costs one message a second. A topic names one thing, so it belongs to one Space.
 */
export function createPacedChanges(bus: Signals): AnnounceTopic {
  /** Topics that were announced within the last second; true if more has changed since. */
  const recent = new Map<string, boolean>();

  function announce(space_id: string, topic: string): void {
    announceChanges(bus, space_id, [{ topic }]);
    recent.set(topic, false);
    setTimeout(function endPause() {
      const hasMore = recent.get(topic);
      recent.delete(topic);
      if (hasMore) announce(space_id, topic);
    }, LIVE_PAUSE_MS).unref();
  }

  return function announceTopic(space_id, topic) {
    if (recent.has(topic)) recent.set(topic, true);
    else announce(space_id, topic);
  };
}

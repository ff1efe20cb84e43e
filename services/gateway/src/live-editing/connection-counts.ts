import { Problem } from '@space/contracts/core';
import { type LiveTicketClaims, liveKindOf, type MAX_LIVE_SOCKETS } from '@space/contracts/live';
import { metrics } from '@space/runtime';

const RETRY_AFTER_S = 5;

/** The most connections of one gateway: to one content, in one Space, and in all. */
export type MostConnections = Readonly<Record<keyof typeof MAX_LIVE_SOCKETS, number>>;

/** The numbers of live connections of one gateway, with those that are about to open. */
export interface ConnectionCounts {
  add(ticket: LiveTicketClaims): void;
  remove(ticket: LiveTicketClaims): void;
  /** Throws `unavailable` if there is no room for a connection with a ticket. */
  assertRoom(ticket: LiveTicketClaims): void;
}

/** Returns the refusal of a connection for which a gateway has no room, and counts it. */
export function full(detail: string): Problem {
  metrics.liveRefused.inc({ reason: 'full' });
  return new Problem('unavailable', detail, { retry_after_s: RETRY_AFTER_S });
}

/** Creates the counts of a gateway without connections. */
export function createConnectionCounts(most: MostConnections): ConnectionCounts {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;

  function change({ space_id, content_id }: LiveTicketClaims, by: 1 | -1): void {
    for (const name of ['', space_id, content_id]) {
      const count = of(name) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    }
    metrics.liveSockets.set(of(''));
  }

  return {
    add: (ticket) => change(ticket, 1),
    remove: (ticket) => change(ticket, -1),
    assertRoom({ space_id, content_id }) {
      if (of('') >= most.gateway) throw full('The service has too many live connections; try again in a few seconds.');
      if (of(space_id) >= most.space) throw full(`A Space has at most ${most.space} live connections; close one first.`);
      if (of(content_id) >= most.content)
        throw full(`A ${liveKindOf(content_id)} has at most ${most.content} live connections; close one first.`);
    },
  };
}

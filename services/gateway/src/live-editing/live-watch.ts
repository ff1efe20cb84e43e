import { LIVE_LOOK_SECONDS, MAX_LIVE_UNSENT_BYTES, MAX_LOOKED_CONTENTS } from '@space/contracts/live';
import type { Log } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { runPeriodically } from '@space/worker';
import type { AskLibrary } from './ask-library.ts';
import type { LiveChannel } from './channel.ts';
import { ENDS } from './close-codes.ts';
import type { LiveCredentials } from './credentials.ts';
import { type LiveSocket, PING_INTERVAL_MS } from './socket.ts';

/** The open connections of a gateway, and its channels by the id of their content. */
interface Watched {
  readonly sockets: ReadonlySet<LiveSocket>;
  readonly channels: ReadonlyMap<string, LiveChannel>;
}

/** The parts of a gateway that the regular work on live connections uses. */
interface WatchPorts {
  readonly ask: AskLibrary;
  readonly credentials: Pick<LiveCredentials, 'check'>;
  readonly log: Log;
}

const LOOK_INTERVAL_MS = LIVE_LOOK_SECONDS * SECOND_MS;

/**
 * Starts the regular work on live connections: the check of their keys and sessions, the look at the versions of their content, the pings, and the
 * end of those that read too slowly. Each has a timer of its own, so that none waits for another one. Returns the function that stops it.
 */
export function watchConnections({ ask, credentials, log }: WatchPorts, { sockets, channels }: Watched): () => void {
  const stops = [
    runPeriodically(
      LOOK_INTERVAL_MS,
      () => endWithoutRight(credentials, [...sockets], log),
      () => {},
    ),
    runPeriodically(
      LOOK_INTERVAL_MS,
      () => lookAtVersions(ask, channels),
      (error) => log.warn({ err: error }, 'the look at live content failed; retrying in 5 s'),
    ),
    runPeriodically(
      PING_INTERVAL_MS,
      async () => sockets.forEach((socket) => void socket.ping()),
      () => {},
    ),
    runPeriodically(
      LOOK_INTERVAL_MS,
      async () => endSlowest([...sockets]),
      () => {},
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Ends those of some connections whose right has ended. Never rejects. */
export async function endWithoutRight(credentials: Pick<LiveCredentials, 'check'>, some: readonly LiveSocket[], log: Log): Promise<void> {
  const open = some.filter(({ isEnded }) => !isEnded);
  if (open.length === 0) return;
  const ends = await credentials.check(open.map(({ ticket }) => ticket)).catch((error: unknown) => {
    log.warn({ err: error }, 'the keys and sessions of live connections could not be read; retrying in 5 s');
    return [];
  });
  for (const [index, end] of ends.entries()) if (end) open[index]!.end(end);
}

async function lookAtVersions(ask: AskLibrary, channels: ReadonlyMap<string, LiveChannel>): Promise<void> {
  const open = [...channels].map(([content_id, channel]) => ({ content_id, channel, space_id: channel.space_id }));
  for (let start = 0; start < open.length; start += MAX_LOOKED_CONTENTS) {
    const part = open.slice(start, start + MAX_LOOKED_CONTENTS);
    const { versions } = await ask('', 'look', { contents: part.map(({ space_id, content_id }) => ({ space_id, content_id })) });
    for (const [index, { channel }] of part.entries()) channel.look(versions[index] ?? null);
  }
}

/** Ends the connections that read most slowly while all together hold too many bytes. */
function endSlowest(sockets: readonly LiveSocket[]): void {
  let unsent = sockets.reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
  for (const socket of sockets.toSorted((a, b) => b.unsentBytes - a.unsentBytes)) {
    if (unsent <= MAX_LIVE_UNSENT_BYTES.gateway) return;
    unsent -= socket.unsentBytes;
    socket.end(ENDS.slow);
  }
}

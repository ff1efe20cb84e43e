import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { LIVE_LOOK_SECONDS } from '@space/contracts/live';
import { SECOND_MS } from '@space/time';
import type { AskLibrary } from './ask-library.ts';
import type { LiveChannel } from './channel.ts';
import { ENDS, type LiveEnd } from './close-codes.ts';
import { watchConnections } from './live-watch.ts';
import type { LiveSocket } from './socket.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const log = { warn() {} } as never;
const pass = () => jest.advanceTimersByTimeAsync(LIVE_LOOK_SECONDS * SECOND_MS);

/** A connection that is open, with the ends that it got. */
function newSocket() {
  const ends: LiveEnd[] = [];
  const socket = { ticket: {}, isEnded: false, unsentBytes: 0, ping() {}, end: (end: LiveEnd) => void ends.push(end) };
  return { ends, socket: socket as unknown as LiveSocket };
}

test('a connection whose key was revoked ends while the look at versions has no answer', async () => {
  const { ends, socket } = newSocket();
  let end: LiveEnd | undefined;
  const looks: string[] = [];
  const ask = ((_space: string, name: string) => {
    looks.push(name);
    return new Promise(() => {});
  }) as unknown as AskLibrary;
  const credentials = { check: async (rights: readonly unknown[]) => rights.map(() => end) };
  const channels = new Map([['doc_1', { space_id: 'spc_1' } as LiveChannel]]);
  const stop = watchConnections({ ask, credentials, log }, { sockets: new Set([socket]), channels });
  await pass();
  expect([looks, ends]).toEqual([['look'], []]);
  end = ENDS.credential;
  await pass();
  expect([looks, ends]).toEqual([['look'], [ENDS.credential]]);
  stop();
});

test('the look goes on while the check of keys has no answer, and tells each channel its version', async () => {
  const { socket } = newSocket();
  const seen: unknown[] = [];
  const channelOf = (id: string) => ({ space_id: 'spc_1', look: (version: number | null) => seen.push([id, version]) });
  const channels = new Map(['doc_1', 'wbd_1'].map((id) => [id, channelOf(id) as unknown as LiveChannel]));
  const ask = (async () => ({ versions: [7, null] })) as unknown as AskLibrary;
  const credentials = { check: () => new Promise<undefined[]>(() => {}) };
  const stop = watchConnections({ ask, credentials, log }, { sockets: new Set([socket]), channels });
  await pass();
  await pass();
  expect(seen).toEqual([
    ['doc_1', 7],
    ['wbd_1', null],
    ['doc_1', 7],
    ['wbd_1', null],
  ]);
  stop();
});

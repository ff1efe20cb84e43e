import type { ServerResponse } from 'node:http';
import type { Signals } from '@space/bus';
import { changesSignal, isRoleAtLeast, Problem } from '@space/contracts/core';
import { type Change, receivesTopic } from '@space/contracts/events';
import { MAX_LIVE_STREAMS, MAX_UNREAD_LIVE_BYTES } from '@space/contracts/people';
import { metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { ApiKey } from '../auth/api-key.ts';

/*
 * Live updates of the console (contract, H17; ADR 29): streams of server-sent events with topics, never with data. The console reads again
 * what a topic makes stale, so the operation decides what the person may see. Each stream is of one session in one Space. A gateway
 * subscribes to the changes of a Space while a stream of that Space is open. A message that is lost costs a stale view for a minute.
 */

/** Time between two lines that keep a stream open through proxies, which end idle answers. */
const HEARTBEAT_MS = 20 * SECOND_MS;

const RETRY_AFTER_S = 15;

/** The streams of one gateway. */
export interface LiveStreams {
  /** Throws `unavailable` when the session or the gateway has as many streams as it may have. */
  assertRoom(key: ApiKey): void;
  /** Begins a stream whose head is sent, and returns it. */
  open(key: ApiKey, response: ServerResponse, onHeartbeat: () => void): LiveStream;
  /** Ends every stream, and refuses further ones. */
  close(): void;
}

/** One stream. */
interface LiveStream {
  send(changes: readonly Change[]): void;
  /** Holds messages back until `release`, while it is not known whether the person may still receive them. */
  hold(): void;
  release(): void;
  /** Ends the stream after these changes, without those that are held back. */
  end(last?: readonly Change[]): void;
}

interface OpenStream extends LiveStream {
  readonly session: string;
}

/** Creates the streams of a gateway. */
export function createLiveStreams(bus: Signals): LiveStreams {
  const spaces = new Map<string, { readonly streams: Set<OpenStream>; readonly unsubscribe: () => void }>();
  const sessions = new Map<string, number>();
  let count = 0;
  let isClosed = false;

  function enter(space_id: string, stream: OpenStream): void {
    const known = spaces.get(space_id) ?? subscribe(space_id);
    known.streams.add(stream);
    count += 1;
    sessions.set(stream.session, (sessions.get(stream.session) ?? 0) + 1);
    metrics.liveStreams.set(count);
  }

  function leave(space_id: string, stream: OpenStream): void {
    const known = spaces.get(space_id);
    if (!known?.streams.delete(stream)) return;
    count -= 1;
    const left = sessions.get(stream.session)! - 1;
    if (left === 0) sessions.delete(stream.session);
    else sessions.set(stream.session, left);
    metrics.liveStreams.set(count);
    if (known.streams.size > 0) return;
    known.unsubscribe();
    spaces.delete(space_id);
  }

  function subscribe(space_id: string) {
    const streams = new Set<OpenStream>();
    const unsubscribe = bus.subscribe(changesSignal(space_id), (payload) => {
      const changes = JSON.parse(Buffer.from(payload).toString()) as readonly Change[];
      for (const stream of [...streams]) stream.send(changes);
    });
    const opened = { streams, unsubscribe };
    spaces.set(space_id, opened);
    return opened;
  }

  return {
    assertRoom({ caller }) {
      if (isClosed) throw full('This process stops; open the live updates again.');
      if ((sessions.get(caller.person?.session_id ?? '') ?? 0) >= MAX_LIVE_STREAMS.session)
        throw full(`A session has at most ${MAX_LIVE_STREAMS.session} streams of live updates; read again from time to time instead.`);
      if (count >= MAX_LIVE_STREAMS.gateway)
        throw full('The service has too many streams of live updates; read again from time to time instead.');
    },

    open({ caller: { space_id, person }, scopes }, response, onHeartbeat) {
      const role = person?.role ?? null;
      let held: Change[] | undefined;
      const stream: OpenStream = {
        session: person?.session_id ?? '',
        hold() {
          held ??= [];
        },
        release() {
          const changes = held ?? [];
          held = undefined;
          stream.send(changes);
        },
        send(changes) {
          if (held) return void held.push(...changes);
          const own = changes.filter(({ topic }) => receivesTopic(topic, scopes, (least) => role !== null && isRoleAtLeast(role, least)));
          if (own.length > 0) write(own.map((change) => `data: ${JSON.stringify(change)}\n\n`).join(''));
        },
        end(last = []) {
          held = undefined;
          stream.send(last);
          clearInterval(heartbeat);
          leave(space_id, stream);
          response.end();
        },
      };
      function write(text: string): void {
        if (response.writableEnded || response.destroyed) return;
        response.write(text);
        if (response.writableLength <= MAX_UNREAD_LIVE_BYTES) return;
        stream.end();
        response.destroy();
      }
      const heartbeat = setInterval(function beat() {
        write(':\n\n');
        onHeartbeat();
      }, HEARTBEAT_MS);
      enter(space_id, stream);
      write(': open\n\n');
      return stream;
    },

    close() {
      isClosed = true;
      for (const { streams } of [...spaces.values()]) for (const stream of [...streams]) stream.end();
    },
  };
}

const full = (detail: string): Problem => new Problem('unavailable', detail, { retry_after_s: RETRY_AFTER_S });

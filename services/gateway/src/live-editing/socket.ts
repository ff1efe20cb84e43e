import {
  LIVE_PING_SECONDS,
  type LiveTicketClaims,
  MAX_LIVE_MESSAGES_PER_SECOND,
  MAX_LIVE_UNSENT_BYTES,
  MAX_STATE_VECTOR_BYTES,
} from '@space/contracts/live';
import { metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { WebSocket } from 'ws';
import type { Backlog } from './backlog.ts';
import type { LiveChannel, LiveMember } from './channel.ts';
import { closeReason, contentEnds, ENDS, type LiveEnd } from './close-codes.ts';
import { holdUpdates } from './held-updates.ts';
import { isEmptyUpdate, readMessage } from './messages.ts';

/** The time between the close frame of this side and the end of the connection, for a client that does not answer it. */
export const CLOSE_PAUSE_MS = 2 * SECOND_MS;

/** A reason for which a connection is not read: a full backlog, too many messages, or a ticket that was not used yet. */
type PauseReason = object | 'rate' | 'begin';

/** One live connection. */
export interface LiveSocket extends LiveMember {
  readonly ticket: LiveTicketClaims;
  readonly unsentBytes: number;
  /** Begins to read messages, with the channel of its content. */
  open(channel: LiveChannel): void;
  /** Ends a connection whose client has not answered the last ping, and sends another one. */
  ping(): void;
}

/** Wraps a WebSocket whose ticket was opened. Nothing of it is read until `open`. What it holds counts for a backlog. */
export function createLiveSocket(socket: WebSocket, ticket: LiveTicketClaims, backlog: Backlog): LiveSocket {
  const { editor, may_write } = ticket;
  let isEnded = false;
  let isDismissed = false;
  let isAlive = true;
  let channel: LiveChannel | undefined;
  /** Reasons for which the connection is not read. */
  const pauses = new Set<PauseReason>();
  let tokens = MAX_LIVE_MESSAGES_PER_SECOND;
  let filledAt = performance.now();
  let isSyncing = false;
  let nextVector: Uint8Array | undefined;
  socket.binaryType = 'nodebuffer';
  pause('begin');

  function pause(reason: PauseReason): void {
    pauses.add(reason);
    if (socket.readyState === socket.OPEN) socket.pause();
  }

  function resume(reason: PauseReason): void {
    if (pauses.delete(reason) && pauses.size === 0) socket.resume();
  }

  function countMessage(): void {
    const now = performance.now();
    tokens = Math.min(MAX_LIVE_MESSAGES_PER_SECOND, tokens + ((now - filledAt) * MAX_LIVE_MESSAGES_PER_SECOND) / SECOND_MS) - 1;
    filledAt = now;
    if (tokens > 0 || pauses.has('rate')) return;
    pause('rate');
    setTimeout(() => resume('rate'), SECOND_MS).unref();
  }

  /** Answers state vectors one after the other; of those that came meanwhile only the last. */
  async function sync(stateVector: Uint8Array): Promise<void> {
    nextVector = stateVector;
    if (isSyncing) return;
    isSyncing = true;
    while (nextVector && !isEnded) {
      const asked = nextVector;
      nextVector = undefined;
      await channel!.sync(member, asked);
    }
    isSyncing = false;
  }

  function receive(bytes: Uint8Array): void {
    const message = readMessage(bytes);
    switch (message?.type) {
      case 'step1':
        if (message.state_vector.length > MAX_STATE_VECTOR_BYTES) return void member.end(ENDS.broken);
        if (may_write) updates.begin();
        return void sync(message.state_vector);
      case 'update':
        if (may_write) updates.take(message.update, message.isAnswer);
        else if (!isEmptyUpdate(message.update)) member.end(contentEnds(ticket.content_id).read_only);
        return;
      case 'awareness':
        channel!.receiveCursor(member, message.update);
        return;
      case 'query_awareness':
        channel!.sendCursors(member);
        return;
      default:
    }
  }

  const updates = holdUpdates(
    backlog,
    (update) => {
      if (!isEnded && !isEmptyUpdate(update)) channel!.append(member, update);
    },
    () => member.end(ENDS.busy),
  );

  const member: LiveSocket = {
    ticket,
    editor,
    may_write,
    storedUpdates: 0,
    get isEnded() {
      return isEnded;
    },
    get isDismissed() {
      return isDismissed;
    },
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    send(message) {
      if (isEnded || socket.readyState !== socket.OPEN) return;
      socket.send(message);
      if (socket.bufferedAmount > MAX_LIVE_UNSENT_BYTES.socket) member.end(ENDS.slow);
    },
    pause,
    resume,
    end({ code, reason }: LiveEnd) {
      if (isEnded) return;
      [isEnded, isDismissed] = [true, true];
      updates.stop();
      if (code !== ENDS.restart.code) metrics.liveRefused.inc({ reason: String(code) });
      // The answer to the close frame must be read.
      pauses.clear();
      socket.resume();
      socket.close(code, closeReason(reason));
      setTimeout(() => socket.terminate(), CLOSE_PAUSE_MS).unref();
    },
    open(opened) {
      channel = opened;
      resume('begin');
    },
    ping() {
      if (isEnded) return;
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    },
  };

  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('message', (data, isBinary) => {
    if (isEnded || !channel) return;
    isAlive = true;
    countMessage();
    if (!isBinary) return member.end(ENDS.text);
    try {
      receive(new Uint8Array(data as Buffer));
    } catch {
      member.end(ENDS.broken);
    }
  });
  socket.once('close', () => {
    isEnded = true;
    updates.stop();
  });
  return member;
}

/** The time between two pings of a connection. */
export const PING_INTERVAL_MS = LIVE_PING_SECONDS * SECOND_MS;

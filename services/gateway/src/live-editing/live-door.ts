import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '@space/contracts/core';
import {
  LIVE_PATH,
  LIVE_TICKET_PURPOSE,
  LIVE_TICKET_SECONDS,
  LiveTicketClaims,
  liveKindOf,
  MAX_LIVE_MESSAGE_BYTES,
  MAX_LIVE_QUEUE_BYTES,
  MAX_LIVE_SOCKETS,
} from '@space/contracts/live';
import { sealedToken } from '@space/crypto';
import { isoTime } from '@space/database';
import { metrics, type Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { askLibrary } from './ask-library.ts';
import { createBacklog } from './backlog.ts';
import { type ChannelPorts, createLiveChannel, type LiveChannel } from './channel.ts';
import { closeReason, contentEnds, ENDS, type LiveEnd } from './close-codes.ts';
import { createConnectionCounts, full, type MostConnections } from './connection-counts.ts';
import type { LiveCredentials } from './credentials.ts';
import { endWithoutRight, watchConnections } from './live-watch.ts';
import { CLOSE_PAUSE_MS, createLiveSocket, type LiveSocket } from './socket.ts';

/*
 * Live editing of documents and whiteboards (contract, Y20; ADR 32): WebSockets that speak the protocol of y-websocket. A connection has no key: its address has
 * a sealed ticket of 60 seconds that library opens one time. Every update is a row in Postgres before it is passed on and confirmed, so the
 * state of a gateway is a copy: any gateway serves any content, and one that is killed loses nothing that was confirmed.
 *
 * A connection ends with the key, the grant, the session or the membership that asked for its ticket: the broadcasts of today end it
 * immediately, and a check every 5 seconds bounds a lost one. A look, also every 5 seconds, finds content that is gone, and versions that the bus lost.
 */

/** The address of a live connection: `/v1/live/{content_id}?ticket=…`. */
const LIVE_ADDRESS = new RegExp(`^${LIVE_PATH}([\\w-]{1,64})(?:\\?|$)`);

/** Returns true for the path of a live connection: one with the id of content that is edited live. */
export const isLivePath = (url: string | undefined): boolean => liveKindOf(LIVE_ADDRESS.exec(url ?? '')?.[1] ?? '') !== undefined;

/** The live connections of one gateway. */
export interface LiveDoor {
  /** Throws the Problem with which a connection is refused before it is one. */
  admit(request: IncomingMessage): void;
  /** Makes a connection of an admitted request. One with a ticket that does not work is closed with its reason. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all connections; resolves when they are closed. */
  close(): Promise<void>;
}

/** The parts of a gateway that live connections use. */
export interface LiveDoorParts {
  readonly credentials: LiveCredentials;
  readonly quotas: Pick<StorageQuotas, 'reserve'>;
  /** Returns the origin of the console, where the tickets of people are used. */
  readonly consoleOrigin: () => string;
}

/** Creates the live connections of a gateway, at most `most` of them. */
export function createLiveDoor(
  { bus, box, clock, log }: Pick<Ports, 'bus' | 'box' | 'clock' | 'log'>,
  { credentials, quotas, consoleOrigin }: LiveDoorParts,
  most: MostConnections = MAX_LIVE_SOCKETS,
): LiveDoor {
  const tickets = sealedToken(box, { purpose: LIVE_TICKET_PURPOSE, schema: LiveTicketClaims, now: () => clock.now() });
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_LIVE_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const channels = new Map<string, LiveChannel>();
  const sockets = new Set<LiveSocket>();
  const counts = createConnectionCounts(most);
  const backlog = createBacklog(MAX_LIVE_QUEUE_BYTES.gateway);
  const ask = askLibrary(bus);
  const channelPorts: ChannelPorts = {
    bus,
    ask,
    log,
    gateway: randomUUID(),
    reserve: async (space_id, bytes, rows) => quotas.reserve(space_id, { bytes, rows, files: 0 }),
    backlog,
  };
  let isClosed = false;
  const unwatchAll = watchConnections({ ask, credentials, log }, { sockets, channels });

  const ticketOf = ({ url }: IncomingMessage): LiveTicketClaims | undefined => {
    const { pathname, searchParams } = new URL(url ?? '', 'http://localhost');
    const ticket = tickets.open(searchParams.get('ticket'));
    return ticket?.content_id === pathname.split('/').at(-1) ? ticket : undefined;
  };

  /** Counts the end of a connection that this side closes. */
  function refuse(socket: WebSocket, { code, reason }: LiveEnd): void {
    metrics.liveRefused.inc({ reason: String(code) });
    socket.close(code, closeReason(reason));
    setTimeout(() => socket.terminate(), CLOSE_PAUSE_MS).unref();
  }

  /** Uses a ticket; returns why it does not work. */
  async function useTicket(ticket: LiveTicketClaims): Promise<LiveEnd | undefined> {
    const { space_id, id, content_id, editor } = ticket;
    const [end] = await credentials.check([ticket]);
    if (end) return end;
    // The row of the use is needed until the ticket has expired for all.
    const expires_at = isoTime(clock.now() + LIVE_TICKET_SECONDS * SECOND_MS);
    const { outcome } = await ask(space_id, 'use_ticket', { ticket_id: id, content_id, expires_at }, editor);
    return outcome === 'ok' ? undefined : outcome === 'ended' ? ENDS.ticket : contentEnds(content_id).gone;
  }

  async function begin(webSocket: WebSocket, ticket: LiveTicketClaims): Promise<void> {
    const socket = createLiveSocket(webSocket, ticket, backlog);
    sockets.add(socket);
    const unwatch = credentials.watch(ticket, () => void endWithoutRight(credentials, [socket], log));
    webSocket.once('close', () => {
      unwatch();
      sockets.delete(socket);
      counts.remove(ticket);
      leaveChannel(socket);
    });
    const end = await useTicket(ticket).catch((error: unknown): LiveEnd => {
      log.warn({ err: error, content: ticket.content_id }, 'a ticket for live editing could not be used; its connection was closed');
      return ENDS.reload;
    });
    if (isClosed) return socket.end(ENDS.restart);
    if (end) return socket.end(end);
    if (socket.isEnded) return;
    const channel = channels.getOrInsertComputed(ticket.content_id, (id) => createLiveChannel(channelPorts, ticket.space_id, id));
    channel.join(socket);
    channel.sendCursors(socket);
    socket.open(channel);
  }

  function leaveChannel(socket: LiveSocket): void {
    const { content_id } = socket.ticket;
    const channel = channels.get(content_id);
    if (!channel?.members.has(socket)) return;
    channel.leave(socket);
    if (channel.members.size > 0) return;
    channel.close();
    channels.delete(content_id);
  }

  return {
    admit(request) {
      if (isClosed) throw full('This process stops; connect again.');
      const ticket = ticketOf(request);
      if (!ticket) return;
      counts.assertRoom(ticket);
      // A ticket of a key works for pages of any origin, like the key. That of a person works in the console only.
      const { origin } = request.headers;
      if (!ticket.editor.person || origin === undefined || origin === consoleOrigin()) return;
      metrics.liveRefused.inc({ reason: 'origin' });
      throw new Problem('forbidden', 'This request did not come from the console itself. Open the console and try again there.');
    },

    accept(request, socket, head) {
      const ticket = ticketOf(request);
      server.handleUpgrade(request, socket, head, function onOpen(webSocket) {
        webSocket.on('error', () => {});
        if (!ticket) return refuse(webSocket, ENDS.ticket);
        counts.add(ticket);
        begin(webSocket, ticket).catch((error: unknown) => {
          log.error({ err: error, content: ticket.content_id }, 'a live connection could not begin; it was closed');
          webSocket.terminate();
        });
      });
    },

    async close() {
      isClosed = true;
      unwatchAll();
      const closed = [...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      for (const socket of sockets) socket.end(ENDS.restart);
      await Promise.all(closed);
      server.close();
    },
  };
}

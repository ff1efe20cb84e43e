import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '@space/contracts/core';
import {
  LIVE_LOOK_SECONDS,
  LIVE_PATH,
  LIVE_TICKET_PURPOSE,
  LIVE_TICKET_SECONDS,
  LiveTicketContent,
  MAX_LIVE_MESSAGE_BYTES,
  MAX_LIVE_SOCKETS,
  MAX_LIVE_UNSENT_BYTES,
  MAX_LOOKED_DOCUMENTS,
} from '@space/contracts/documents';
import { sealedToken } from '@space/crypto';
import { isoTime } from '@space/database';
import { metrics, type Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { runPeriodically } from '@space/worker';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { askLibrary } from './ask-library.ts';
import { type ChannelPorts, createLiveChannel, type LiveChannel } from './channel.ts';
import { closeReason, ENDS, type LiveEnd } from './close-codes.ts';
import type { LiveCredentials } from './credentials.ts';
import { CLOSE_PAUSE_MS, createLiveSocket, type LiveSocket, PING_INTERVAL_MS } from './socket.ts';

/*
 * Live editing of documents (contract, Y20; ADR 32): WebSockets that speak the protocol of y-websocket. A connection has no key: its address has
 * a sealed ticket of 60 seconds that library opens one time. Every update is a row in Postgres before it is passed on and confirmed, so the
 * state of a gateway is a copy: any gateway serves any document, and one that is killed loses nothing that was confirmed.
 *
 * A connection ends with the key, the grant, the session or the membership that asked for its ticket: the broadcasts of today end it
 * immediately, and a look every 5 seconds bounds a lost one. The same look finds documents that are gone, and versions that the bus lost.
 */

const RETRY_AFTER_S = 5;

/** The address of a live connection: `/v1/live/{document_id}?ticket=…`. */
const LIVE_ADDRESS = new RegExp(`^${LIVE_PATH}[\\w-]{1,64}(?:\\?|$)`);

/** Returns true for the path of a live connection. */
export const isLivePath = (url: string | undefined): boolean => LIVE_ADDRESS.test(url ?? '');

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
  most: Readonly<Record<keyof typeof MAX_LIVE_SOCKETS, number>> = MAX_LIVE_SOCKETS,
): LiveDoor {
  const tickets = sealedToken(box, { purpose: LIVE_TICKET_PURPOSE, schema: LiveTicketContent, now: () => clock.now() });
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_LIVE_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const channels = new Map<string, LiveChannel>();
  const sockets = new Set<LiveSocket>();
  /** Connections of Spaces and documents, with those that are about to open. */
  const counts = new Map<string, number>();
  const ask = askLibrary(bus);
  const channelPorts: ChannelPorts = {
    bus,
    ask,
    log,
    gateway: randomUUID(),
    reserve: async (space_id, bytes, rows) => quotas.reserve(space_id, { bytes, rows, files: 0 }),
  };
  let isClosed = false;
  const stops = [
    runPeriodically(LIVE_LOOK_SECONDS * SECOND_MS, look, (error) =>
      log.warn({ err: error }, 'the look at live documents failed; retrying in 5 s'),
    ),
    runPeriodically(
      PING_INTERVAL_MS,
      async () => sockets.forEach((socket) => void socket.ping()),
      () => {},
    ),
  ];

  const ticketOf = ({ url }: IncomingMessage): LiveTicketContent | undefined => {
    const { pathname, searchParams } = new URL(url ?? '', 'http://localhost');
    const ticket = tickets.open(searchParams.get('ticket'));
    return ticket?.document_id === pathname.split('/').at(-1) ? ticket : undefined;
  };

  function add(name: string, by: 1 | -1): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  }

  function countSocket({ space_id, document_id }: LiveTicketContent, by: 1 | -1): void {
    for (const name of ['', space_id, document_id]) add(name, by);
    metrics.liveSockets.set(counts.get('') ?? 0);
  }

  function assertRoom({ space_id, document_id }: LiveTicketContent): void {
    const of = (name: string) => counts.get(name) ?? 0;
    if (of('') >= most.gateway) throw full('The service has too many live connections; try again in a few seconds.');
    if (of(space_id) >= most.space) throw full(`A Space has at most ${most.space} live connections; close one first.`);
    if (of(document_id) >= most.document) throw full(`A document has at most ${most.document} live connections; close one first.`);
  }

  function full(detail: string): Problem {
    metrics.liveRefused.inc({ reason: 'full' });
    return new Problem('unavailable', detail, { retry_after_s: RETRY_AFTER_S });
  }

  /** Counts the end of a connection that this side closes. */
  function refuse(socket: WebSocket, { code, reason }: LiveEnd): void {
    metrics.liveRefused.inc({ reason: String(code) });
    socket.close(code, closeReason(reason));
    setTimeout(() => socket.terminate(), CLOSE_PAUSE_MS).unref();
  }

  /** Uses a ticket; returns why it does not work. */
  async function useTicket(ticket: LiveTicketContent): Promise<LiveEnd | undefined> {
    const { space_id, id, document_id, editor } = ticket;
    const [end] = await credentials.check([ticket]);
    if (end) return end;
    // The row of the use is needed until the ticket has expired for all.
    const expires_at = isoTime(clock.now() + LIVE_TICKET_SECONDS * SECOND_MS);
    const { outcome } = await ask(space_id, 'use_ticket', { ticket_id: id, document_id, expires_at }, editor);
    return outcome === 'ok' ? undefined : outcome === 'ended' ? ENDS.ticket : ENDS.gone;
  }

  async function begin(webSocket: WebSocket, ticket: LiveTicketContent): Promise<void> {
    const socket = createLiveSocket(webSocket, ticket);
    sockets.add(socket);
    const unwatch = credentials.watch(ticket, () => void checkAll([socket]));
    webSocket.once('close', () => {
      unwatch();
      sockets.delete(socket);
      countSocket(ticket, -1);
      leaveChannel(socket);
    });
    const end = await useTicket(ticket).catch((error: unknown): LiveEnd => {
      log.warn({ err: error, document: ticket.document_id }, 'a ticket for live editing could not be used; its connection was closed');
      return ENDS.reload;
    });
    if (isClosed) return socket.end(ENDS.restart);
    if (end) return socket.end(end);
    if (socket.isEnded) return;
    const channel = channels.getOrInsertComputed(ticket.document_id, (id) => createLiveChannel(channelPorts, ticket.space_id, id));
    channel.join(socket);
    channel.sendCursors(socket);
    socket.open(channel);
  }

  function leaveChannel(socket: LiveSocket): void {
    const { document_id } = socket.ticket;
    const channel = channels.get(document_id);
    if (!channel?.members.has(socket)) return;
    channel.leave(socket);
    if (channel.members.size > 0) return;
    channel.close();
    channels.delete(document_id);
  }

  /** Ends those of some connections whose right has ended. Never rejects. */
  async function checkAll(some: readonly LiveSocket[]): Promise<void> {
    const open = some.filter(({ isEnded }) => !isEnded);
    const ends = await credentials.check(open.map(({ ticket }) => ticket)).catch((error: unknown) => {
      log.warn({ err: error }, 'the keys and sessions of live connections could not be read; retrying in 5 s');
      return [];
    });
    for (const [index, end] of ends.entries()) if (end) open[index]!.end(end);
  }

  async function look(): Promise<void> {
    if (sockets.size === 0) return;
    await checkAll([...sockets]);
    endSlowest();
    const open = [...channels].map(([document_id, channel]) => ({ document_id, channel, space_id: spaceOf(channel) }));
    for (let start = 0; start < open.length; start += MAX_LOOKED_DOCUMENTS) {
      const part = open.slice(start, start + MAX_LOOKED_DOCUMENTS);
      const { versions } = await ask('', 'look', { documents: part.map(({ space_id, document_id }) => ({ space_id, document_id })) });
      for (const [index, { channel }] of part.entries()) channel.look(versions[index] ?? null);
    }
  }

  const spaceOf = ({ members }: LiveChannel): string => ([...members][0] as LiveSocket | undefined)?.ticket.space_id ?? '';

  /** Ends the connections that read most slowly while all together hold too many bytes. */
  function endSlowest(): void {
    let unsent = [...sockets].reduce((sum, { unsentBytes }) => sum + unsentBytes, 0);
    for (const socket of [...sockets].sort((a, b) => b.unsentBytes - a.unsentBytes)) {
      if (unsent <= MAX_LIVE_UNSENT_BYTES.gateway) return;
      unsent -= socket.unsentBytes;
      socket.end(ENDS.slow);
    }
  }

  return {
    admit(request) {
      if (isClosed) throw full('This process stops; connect again.');
      const ticket = ticketOf(request);
      if (!ticket) return;
      assertRoom(ticket);
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
        countSocket(ticket, 1);
        begin(webSocket, ticket).catch((error: unknown) => {
          log.error({ err: error, document: ticket.document_id }, 'a live connection could not begin; it was closed');
          webSocket.terminate();
        });
      });
    },

    async close() {
      isClosed = true;
      for (const stop of stops) stop();
      const closed = [...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      for (const socket of sockets) socket.end(ENDS.restart);
      await Promise.all(closed);
      server.close();
    },
  };
}

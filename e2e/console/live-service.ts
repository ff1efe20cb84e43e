import type { Page, WebSocketRoute } from 'playwright-core';
import type { LiveRoom } from '../../packages/console/test/fixtures/live-room.ts';

/** Live editing of one document, in place of the product's own. */
export interface LiveService {
  /** The answer to a request for a ticket: a status above 201 is a refusal. */
  readonly ticket: { status: number; schema_version: number; may_write: boolean };
  /** Ends all connections. */
  disconnect(code?: number, reason?: string): Promise<void>;
}

/** The address of the connections, which the test takes before the browser does. */
const LIVE_URL = 'ws://live.invalid/documents';

/** Answers the tickets and the connections of documents in a page. A room is the live document. */
export async function serveLive(page: Page, room: LiveRoom): Promise<LiveService> {
  const sockets = new Set<WebSocketRoute>();
  const ticket = { status: 201, schema_version: 1, may_write: true };
  await page.route('**/v1/documents/*/live-ticket*', (route) => {
    const { status, schema_version, may_write } = ticket;
    if (status > 201)
      return route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Refused', status, detail: 'Refused.', code: 'refused' },
      });
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    return route.fulfill({
      status,
      json: { url: LIVE_URL, may_write, expires_at, protocol: 'y-websocket', fragment: 'content', schema_version },
    });
  });
  await page.routeWebSocket(LIVE_URL, (socket) => {
    const end = { send: (bytes: Uint8Array) => socket.send(Buffer.from(bytes)) };
    sockets.add(socket);
    socket.onMessage((message) => room.receive(end, new Uint8Array(message as Buffer)));
    socket.onClose(() => {
      sockets.delete(socket);
      room.leave(end);
    });
    room.join(end);
  });
  return {
    ticket,
    async disconnect(code = 1012, reason = '') {
      await Promise.all(
        [...sockets].map(async (socket) => {
          sockets.delete(socket);
          await socket.close({ code, reason });
        }),
      );
    },
  };
}

import type { Page, Route, WebSocketRoute } from 'playwright-core';
import type { LiveRoom } from '../../packages/console/test/fixtures/live-room.ts';

/** The id of the document that the service has. */
export const DOCUMENT_ID = 'doc_01jd0000000000000000000000';

const actor = { kind: 'person', id: 'mbr_01jd0000000000000000000000', name: 'Grace Hopper' };

/** The document as the service answers it, without its content. */
const document = {
  id: DOCUMENT_ID,
  title: 'Launch plan',
  icon: null,
  version: 3,
  folder_id: null,
  folder_path: null,
  is_locked: false,
  excerpt: 'We launch in May.',
  characters: 17,
  blocks_count: 1,
  created_by: actor,
  edited_by: actor,
  edited_at: '2026-01-02T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  trashed_at: null,
  outline: [],
  is_truncated: false,
  next_block_id: null,
};

/** A service of one live document, in place of the product's own. */
export interface DocumentService {
  /** What a request for a ticket gets: a status other than 201 is a refusal. */
  ticket: { status: number; schema_version: number; may_write: boolean };
  /** Ends all connections. */
  disconnect(code?: number, reason?: string): Promise<void>;
}

/** Answers the reads of one document, its tickets and its connections in a page. A room is the live document. */
export async function serveDocument(page: Page, room: LiveRoom, blocks: readonly object[] = []): Promise<DocumentService> {
  const sockets = new Set<WebSocketRoute>();
  const service: DocumentService = {
    ticket: { status: 201, schema_version: 1, may_write: true },
    async disconnect(code = 1012, reason = '') {
      await Promise.all([...sockets].map((socket) => socket.close({ code, reason })));
    },
  };
  const here = `**/v1/documents/${DOCUMENT_ID}`;
  await page.route('**/v1/documents?**', (route) => route.fulfill({ json: { data: [document], has_more: false, next_cursor: null } }));
  await page.route(`${here}?**`, (route) => {
    const format = new URL(route.request().url()).searchParams.get('format') ?? 'markdown';
    return route.fulfill({
      headers: { etag: '"3"' },
      json: { ...document, content: format === 'markdown' ? '' : null, blocks: format === 'blocks' ? blocks : null },
    });
  });
  await page.route(`${here}/live-ticket*`, (route: Route) => {
    const { status, schema_version, may_write } = service.ticket;
    if (status >= 300)
      return route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Refused', status, detail: 'Refused.', code: 'refused' },
      });
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    return route.fulfill({
      status,
      json: { url: 'ws://live.invalid/documents', may_write, expires_at, protocol: 'y-websocket', fragment: 'content', schema_version },
    });
  });
  await page.routeWebSocket(/live\.invalid/, (socket) => {
    const end = { send: (bytes: Uint8Array) => socket.send(Buffer.from(bytes)) };
    sockets.add(socket);
    socket.onMessage((message) => room.receive(end, new Uint8Array(message as Buffer)));
    socket.onClose(() => {
      sockets.delete(socket);
      room.leave(end);
    });
    room.join(end);
  });
  return service;
}

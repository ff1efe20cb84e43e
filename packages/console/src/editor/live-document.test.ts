import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import * as Y from 'yjs';
import { LiveRoom } from '../../test/fixtures/live-room.ts';
import { MemorySocket } from '../../test/fixtures/memory-socket.ts';
import { type LiveTicket, TicketRefused } from '../live-editing/ticket.ts';
import { type LiveDocument, openLiveDocument } from './live-document.ts';

const ticket: LiveTicket = {
  url: 'ws://localhost/live',
  may_write: true,
  expires_at: '2026-01-01T00:00:00.000Z',
  protocol: 'y-websocket',
  root: 'content',
  schema_version: 1,
};

const opened: LiveDocument[] = [];
afterEach(() => {
  for (const live of opened.splice(0)) live.destroy();
});

interface Editor {
  readonly live: LiveDocument;
  /** The connection that is open now. */
  socket(): MemorySocket;
}

/** Opens a document of a room. `tickets` are answered one after another, the last one again and again. */
function open(room: LiveRoom, ...tickets: (LiveTicket | Error | Promise<LiveTicket>)[]): Editor {
  const sockets: MemorySocket[] = [];
  let asked = 0;
  const live = openLiveDocument({
    name: 'Ada',
    async getTicket() {
      const next = tickets[Math.min(asked++, tickets.length - 1)] ?? ticket;
      if (next instanceof Error) throw next;
      return next;
    },
    openSocket() {
      sockets.push(new MemorySocket(room));
      return sockets.at(-1) as unknown as WebSocket;
    },
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  });
  opened.push(live);
  return { live, socket: () => sockets.at(-1)! };
}

const isLive = ({ live }: Editor): Promise<void> => eventually(() => expect(live.getState().phase).toBe('live'));

function write({ live }: Editor, text: string): void {
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText(text)]);
  live.fragment.insert(live.fragment.length, [paragraph]);
}

test('two editors see what the other one writes, and a change is saved when the service has confirmed it', async () => {
  const room = new LiveRoom();
  const [ada, grace] = [open(room), open(room)];
  await Promise.all([isLive(ada), isLive(grace)]);
  room.isStoring = false;
  write(ada, 'Hello');
  expect(ada.live.getState().isUnsaved).toBe(true);
  // The service asks again for what it lacks, as it does after a restart.
  room.isStoring = true;
  ada.socket().close();
  await eventually(() => expect(ada.live.getState()).toMatchObject({ phase: 'live', isUnsaved: false }));
  await eventually(() => expect(grace.live.fragment.toJSON()).toBe('<paragraph>Hello</paragraph>'));
});

test('changes of an editor without a connection stay, and are sent with a new ticket', async () => {
  const room = new LiveRoom();
  const later = Promise.withResolvers<LiveTicket>();
  const editor = open(room, ticket, new Error('no connection'), later.promise, ticket);
  await isLive(editor);
  editor.socket().close();
  await eventually(() => expect(editor.live.getState()).toMatchObject({ phase: 'offline', mayWrite: true }));
  write(editor, 'Offline');
  expect(editor.live.getState()).toMatchObject({ phase: 'offline', isUnsaved: true });
  later.resolve(ticket);
  await eventually(() => expect(editor.live.getState()).toMatchObject({ phase: 'live', isUnsaved: false }));
  expect(room.doc.getXmlFragment('content').toJSON()).toBe('<paragraph>Offline</paragraph>');
});

test('what is typed while a connection opens is sent with all that the service lacks', async () => {
  const room = new LiveRoom();
  const editor = open(room);
  await isLive(editor);
  room.isStoring = false;
  write(editor, 'Lost');
  room.isStoring = true;
  const first = editor.socket();
  const joined = room.join.bind(room);
  room.join = (socket) => {
    write(editor, 'More');
    expect(room.doc.store.pendingStructs).toBeNull();
    joined(socket);
  };
  first.close();
  await eventually(() => expect(editor.live.getState()).toMatchObject({ phase: 'live', isUnsaved: false }));
  expect(room.doc.getXmlFragment('content').toJSON()).toBe('<paragraph>Lost</paragraph><paragraph>More</paragraph>');
});

test('a deletion is saved when the state of the service has it', async () => {
  const room = new LiveRoom();
  const editor = open(room);
  await isLive(editor);
  write(editor, 'Hello');
  await eventually(() => expect(editor.live.getState().isUnsaved).toBe(false));
  room.isStoring = false;
  editor.live.fragment.delete(0, 1);
  expect(editor.live.getState().isUnsaved).toBe(true);
  room.isStoring = true;
  editor.socket().close();
  await eventually(() => expect(editor.live.getState()).toMatchObject({ phase: 'live', isUnsaved: false }));
  expect(room.doc.getXmlFragment('content').length).toBe(0);
});

test('a ticket of another schema or protocol opens nothing', async () => {
  const room = new LiveRoom();
  const newer = open(room, { ...ticket, schema_version: 2 });
  const other = open(room, { ...ticket, protocol: 'y-webrtc' });
  await eventually(() => expect(newer.live.getState()).toMatchObject({ phase: 'ended', reason: 'old_editor' }));
  await eventually(() => expect(other.live.getState()).toMatchObject({ phase: 'ended', reason: 'unknown_protocol' }));
  expect(room.size).toBe(0);
});

test('content that this editor does not know ends live editing before an observer reads it, and stays in the document', async () => {
  const room = new LiveRoom();
  const editor = open(room);
  await isLive(editor);
  const seen: unknown[] = [];
  editor.live.subscribe(() => seen.push(editor.live.getState().reason));
  editor.live.fragment.observeDeep(() => seen.push('read'));
  room.change((doc) => doc.getXmlFragment('content').insert(0, [new Y.XmlElement('hologram')]));
  await eventually(() => expect(editor.live.getState()).toMatchObject({ phase: 'ended', reason: 'old_editor', mayWrite: false }));
  expect(seen[0]).toBe('old_editor');
  expect(room.doc.getXmlFragment('content').length).toBe(1);
});

test('a right that ends, and a change that is refused, end live editing with their reason', async () => {
  const room = new LiveRoom();
  const [gone, refused] = [open(room), open(room, ticket)];
  await Promise.all([isLive(gone), isLive(refused)]);
  gone.socket().close(4403);
  refused.socket().close(4400, 'a table has no rows');
  await eventually(() => expect(gone.live.getState()).toMatchObject({ phase: 'ended', reason: 'not_allowed' }));
  await eventually(() => expect(refused.live.getState()).toMatchObject({ reason: 'refused', detail: 'a table has no rows' }));
  const none = open(room, new TicketRefused('unavailable', 'the service has no live editing'));
  await eventually(() => expect(none.live.getState()).toMatchObject({ phase: 'ended', reason: 'unavailable' }));
});

test('an editor that may only read sends no change', async () => {
  const room = new LiveRoom();
  room.change((doc) => doc.getXmlFragment('content').insert(0, [new Y.XmlElement('paragraph')]));
  const editor = open(room, { ...ticket, may_write: false });
  await isLive(editor);
  write(editor, 'Mine');
  expect(editor.live.getState()).toMatchObject({ mayWrite: false, isUnsaved: false });
  expect(room.doc.getXmlFragment('content').length).toBe(1);
});

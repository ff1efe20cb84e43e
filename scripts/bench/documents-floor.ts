import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { loadDocument } from '@space/rich-text';
import * as decoding from 'lib0/decoding';
import { Pool } from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import * as Y from 'yjs';
import { floorOfBlockEdit, floorOfWholeText } from '../../packages/rich-text/bench/floor.ts';
import { updateMessage } from '../../services/library/test/fixtures/live-editor.ts';

/**
 * The floor of documents: one process with the libraries and pg alone. An edit over HTTP reads a state, changes a word and inserts the update.
 * A search and a list run their SQL. A WebSocket is that of a server of y-websocket: it has the documents in memory, stores nothing and
 * passes each update on. There are no keys, checks, texts, versions and events.
 */
const [port, url] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
await pool.query(`create table if not exists public.floor_document (name text primary key, state bytea not null);
  create table if not exists public.floor_update (id bigint generated always as identity primary key, name text, update bytea not null)`);

const stateOf = async (name: string): Promise<Uint8Array> =>
  (await pool.query({ name: 'state', text: 'select state from public.floor_document where name = $1', values: [name] })).rows[0].state;

async function edit(name: string, request: IncomingMessage): Promise<object> {
  const { markdown } = JSON.parse(await text(request)) as { markdown?: string };
  const state = await stateOf(name);
  const update = markdown === undefined ? floorOfBlockEdit(state) : floorOfWholeText(state, markdown);
  const insert = 'insert into public.floor_update (name, update) values ($1, $2) returning id';
  return (await pool.query({ name: 'insert', text: insert, values: [name, Buffer.from(update)] })).rows[0];
}

async function add(name: string, request: IncomingMessage): Promise<object> {
  const insert = 'insert into public.floor_document (name, state) values ($1, $2) on conflict (name) do update set state = excluded.state';
  await pool.query(insert, [name, Buffer.from(await text(request), 'base64')]);
  return {};
}

const search = `with newest as (select document_id, words from library.document_text where space_id = $1 and words @@ $2::tsquery limit 200)
  select document_id as id from newest order by ts_rank(words, $2::tsquery) desc limit 10`;
const list = 'select id, title, created_at, edited_by from library.document where space_id = $1 order by id desc limit 50';

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  const [, what, name = ''] = pathname.split('/');
  const [space, q] = [searchParams.get('space'), searchParams.get('q')];
  if (what === 'edits') return edit(name, request);
  if (what === 'documents') return add(name, request);
  if (what === 'search') return (await pool.query({ name: 'search', text: search, values: [space, q] })).rows;
  return what === 'list' ? (await pool.query({ name: 'list', text: list, values: [space] })).rows : 'ok';
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    (error: Error) => response.writeHead(500).end(error.stack),
  );
});

/** A document in memory with its connections. */
interface Room {
  readonly doc: Promise<Y.Doc>;
  readonly sockets: Set<WebSocket>;
}

const rooms = new Map<string, Room>();
const SYNC = { step1: 0, step2: 1 };

async function receive({ doc, sockets }: Room, from: WebSocket, bytes: Buffer): Promise<void> {
  const decoder = decoding.createDecoder(new Uint8Array(bytes));
  if (decoding.readVarUint(decoder) !== 0) return;
  const step = decoding.readVarUint(decoder);
  const content = decoding.readVarUint8Array(decoder);
  if (step === SYNC.step1) {
    const message = updateMessage(Y.encodeStateAsUpdate(await doc, content));
    message[1] = SYNC.step2;
    return from.send(message);
  }
  Y.applyUpdate(await doc, content);
  for (const socket of sockets) if (socket !== from) socket.send(bytes);
}

new WebSocketServer({ server }).on('connection', (socket, { url: address }) => {
  const [, name, id] = address!.split('/');
  const room = rooms.getOrInsertComputed(`${name}/${id}`, () => ({ doc: stateOf(name!).then(loadDocument), sockets: new Set() }));
  room.sockets.add(socket);
  socket.on('message', (bytes: Buffer) => void receive(room, socket, bytes));
  socket.on('close', () => room.sockets.delete(socket));
});
server.listen(Number(port), '127.0.0.1');

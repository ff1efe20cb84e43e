import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Resvg } from '@resvg/resvg-js';
import { Pool } from 'pg';
import * as Y from 'yjs';

/**
 * The floor of whiteboards: one process with the libraries and pg alone. It makes a PNG of the SVG that it is sent, answers the last one again, adds
 * maps to a Yjs document and inserts the update, and lists whiteboards with SQL. There are no keys, checks, layouts, versions and events.
 */
const [port, url] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
await pool.query(
  'create table if not exists public.floor_board (id bigint generated always as identity primary key, update bytea not null)',
);

const board = new Y.Doc();
let last = '';

const draw = (svg: string): string => {
  last = Buffer.from(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()).toString('base64');
  return last;
};

async function add(elements: readonly Readonly<Record<string, unknown>>[]): Promise<object> {
  const before = Y.encodeStateVector(board);
  board.transact(() => {
    for (const element of elements) board.getMap('elements').set(`e${board.getMap('elements').size}`, new Y.Map(Object.entries(element)));
  });
  const update = Buffer.from(Y.encodeStateAsUpdate(board, before));
  const insert = 'insert into public.floor_board (update) values ($1) returning id';
  return (await pool.query({ name: 'insert', text: insert, values: [update] })).rows[0];
}

const list = 'select id, title, created_at, edited_by from library.whiteboard where space_id = $1 order by id desc limit 50';

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  if (pathname === '/draw') return { content: draw(await text(request)) };
  if (pathname === '/again') return { content: last };
  if (pathname === '/elements') return add(JSON.parse(await text(request)));
  return pathname === '/list' ? (await pool.query({ name: 'list', text: list, values: [searchParams.get('space')] })).rows : 'ok';
}

createServer((request, response) => {
  answer(request).then(
    (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    (error: Error) => response.writeHead(500).end(error.stack),
  );
}).listen(Number(port), '127.0.0.1');

import express from 'express';
import { Pool } from 'pg';

/**
 * The floor of tables: one express process on a Postgres table with typed columns and the same indexes, which responds
 * with res.json. It has no keys, checks, events and user-defined columns.
 */
const [port, url] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
await pool.query(`create table floor_row (id bigint generated always as identity primary key, name text, amount float8, quantity float8,
  stage text, due date, seen timestamptz, email text, active boolean, notes text, city text)`);
await pool.query('create index on floor_row (amount, id)');
await pool.query('create index on floor_row (stage, id)');

const COLUMNS = ['name', 'amount', 'quantity', 'stage', 'due', 'seen', 'email', 'active', 'notes', 'city'] as const;
const TYPES = ['text', 'float8', 'float8', 'text', 'date', 'timestamptz', 'text', 'boolean', 'text', 'text'];
const insert = `insert into floor_row (${COLUMNS.join(', ')}) select * from unnest(${TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')}) returning id`;

const write = async (rows: readonly Readonly<Record<string, unknown>>[]) => {
  const values = COLUMNS.map((column) => rows.map((row) => row[column]));
  return (await pool.query({ name: 'insert', text: insert, values })).rows.map(({ id }, index) => ({ id, ...rows[index] }));
};

const app = express().disable('x-powered-by').disable('etag');
app.post('/rows/bulk', express.json({ limit: '1mb' }), async (request, response) => {
  response.status(201).json({ data: await write(request.body.rows) });
});
app.post('/rows', express.json(), async (request, response) => {
  response.status(201).json((await write([request.body.data]))[0]);
});
app.get('/rows', async (_request, response) => {
  const { rows } = await pool.query({ name: 'list', text: 'select * from floor_row order by id limit 50' });
  response.json({ data: rows, has_more: true });
});
app.get('/rows/filtered', async (_request, response) => {
  const { rows } = await pool.query({
    name: 'filtered',
    text: `select * from floor_row where stage = 'won' and amount < 900000 order by amount desc, id desc limit 50`,
  });
  response.json({ data: rows, has_more: true });
});
app.get('/rows/jump', async (_request, response) => {
  const { rows } = await pool.query({
    name: 'jump',
    text: 'select * from floor_row where amount <= 500000 order by amount desc, id desc limit 50 offset 500',
  });
  response.json({ data: rows, has_more: true });
});
app.get('/rows/window', async (request, response) => {
  const { after, offset } = request.query;
  const { rows } = await pool.query({
    name: 'window',
    text: 'select * from floor_row where id > $1 order by id limit 100 offset $2',
    values: [after, offset],
  });
  response.json({ data: rows, has_more: true });
});
app.post('/fill', async (request, response) => {
  await pool.query(
    `insert into floor_row (${COLUMNS.join(', ')})
     select 'Engine Number ' || i, i::bigint * 7919 % 1000003, i % 97, 'won', '2026-01-01'::date + i % 365, now() + i * interval '1 second',
            'buyer' || i || '@example.com', i % 2 = 0, 'Order ' || i || ' of a batch, to be called back', 'City ' || i % 500
     from generate_series(1, $1::int) as i`,
    [request.query.rows],
  );
  await pool.query('vacuum analyze floor_row');
  response.json({});
});
app.post('/analyze', async (_request, response) => {
  await pool.query('analyze floor_row');
  response.json({});
});
app.get('/readyz', (_request, response) => response.json({ status: 'ok' }));
app.listen(Number(port), '127.0.0.1');

import express from 'express';
import { Pool } from 'pg';

/**
 * The floor: one express process that runs the same SQL with pg, as prepared statements, and responds with res.json. It
 * has no keys, scopes, checks and events, so it shows the cost of the web framework, the driver and Postgres.
 */
const [port, url, space] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
const app = express().disable('x-powered-by').disable('etag');

const contact = `(select row_to_json(r) from (select
  c.id, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  c.name, c.email, c.phone, c.company, c.line_of_work, c.location, c.bio, c.custom_fields, c.tags) as r)`;

const list = `select json_agg(${contact}) as data from (
  select * from contacts.contact as c where c.space_id = $1 order by c.id desc limit $2) as c`;

const insert = `insert into contacts.contact as c (id, space_id, name, email, custom_fields, created_at, updated_at)
  values ($1, $2, $3, $4, '{}', now(), now()) returning ${contact} as contact`;

app.get('/contacts', async (request, response) => {
  const { rows } = await pool.query({ name: 'list', text: list, values: [space, Number(request.query.limit)] });
  response.json({ data: rows[0].data, has_more: true });
});

let count = 0;
app.post('/contacts', express.json(), async (request, response) => {
  count += 1;
  const { name, email } = request.body as { name: string; email: string };
  const { rows } = await pool.query({ name: 'insert', text: insert, values: [`floor_${process.pid}_${count}`, 'spc_floor', name, email] });
  response.status(201).json(rows[0].contact);
});

app.get('/readyz', (_request, response) => response.json({ status: 'ok' }));
app.listen(Number(port), '127.0.0.1');

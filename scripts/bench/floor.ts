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

const insertTask = `insert into work.task (space_id, id, title, status_id, status_category, priority, reminders, about, custom_fields,
  position, assignee_count, created_by, created_at, updated_at)
  values ('spc_floor', $1, $2, 'sta_todo', 'todo', 0, '{}', '[]', '{}', $3, 0, '{}', now(), now()) returning row_to_json(task) as task`;

app.post('/tasks', express.json(), async (request, response) => {
  count += 1;
  const { title } = request.body as { title: string };
  const place = String(count).padStart(9, '0');
  const { rows } = await pool.query({ name: 'insert-task', text: insertTask, values: [`floor_${process.pid}_${count}`, title, place] });
  response.status(201).json(rows[0].task);
});

app.get('/readyz', (_request, response) => response.json({ status: 'ok' }));
app.listen(Number(port), '127.0.0.1');

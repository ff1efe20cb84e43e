import express from 'express';
import { Pool } from 'pg';

/**
 * The floor of webhooks: one express process that verifies nothing and stores the body with one insert, as a prepared statement of pg,
 * before it answers 200. It shows the cost of HTTP, the web framework, the driver and the commit.
 */
const [port, url] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
const app = express().disable('x-powered-by').disable('etag');

app.post('/in/:id', express.raw({ limit: '1mb', type: () => true }), async (request, response) => {
  await pool.query({ name: 'insert', text: 'insert into floor_webhook (body) values ($1)', values: [request.body as Buffer] });
  response.type('text').send('received');
});
app.get('/readyz', (_request, response) => response.json({ status: 'ok' }));
app.listen(Number(port), '127.0.0.1');

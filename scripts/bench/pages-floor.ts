import express from 'express';

/** The floor of public pages: one express process that sends stored bytes. */
const [port] = process.argv.slice(2);
const app = express().disable('x-powered-by').disable('etag');
let page: Buffer = Buffer.alloc(0);

app.put('/page', express.raw({ limit: '10mb', type: () => true }), (request, response) => {
  page = request.body as Buffer;
  response.json({ bytes: page.length });
});
app.get('/page', (_request, response) => {
  response.set('Content-Type', 'text/html; charset=utf-8').send(page);
});
app.get('/readyz', (_request, response) => response.json({ status: 'ok' }));
app.listen(Number(port), '127.0.0.1');

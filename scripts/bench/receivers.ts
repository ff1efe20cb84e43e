import { createServer } from 'node:http';

/**
 * Receivers of webhooks in a process of their own: one port, a path for each. GET /samples answers how long each
 * delivery took, from the moment the change says it happened until its body was here, in milliseconds.
 */
const [port] = process.argv.slice(2);
let samples: number[] = [];
const occurredAt = /"occurred_at":"([^"]+)"/;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(samples));
    if (request.url === '/samples?reset') samples = [];
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const now = performance.timeOrigin + performance.now();
    samples.push(now - Date.parse(occurredAt.exec(Buffer.concat(chunks).toString())![1]!));
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1');

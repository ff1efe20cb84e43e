import { createServer } from 'node:http';

/**
 * Webhook receivers in one process: one port, one path each. GET /samples returns the latency of each first attempt in
 * milliseconds, from the time of the event until its body arrived. GET /later returns the number of later attempts.
 * Requests to /black get no response.
 */
const [port] = process.argv.slice(2);
let samples: number[] = [];
let later = 0;
const occurredAt = /"occurred_at":"([^"]+)"/;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(request.url === '/later' ? later : samples));
    if (request.url === '/samples?reset') [samples, later] = [[], 0];
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const now = performance.timeOrigin + performance.now();
    if (request.url === '/black') return;
    const body = Buffer.concat(chunks).toString();
    if (body.endsWith('"attempt":1}')) samples.push(now - Date.parse(occurredAt.exec(body)![1]!));
    else later += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1');

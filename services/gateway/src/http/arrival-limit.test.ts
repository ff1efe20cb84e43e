import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { allowSlowBody, limitArrival } from './arrival-limit.ts';

test('ends requests whose body does not arrive in time, except those that may be slow', async () => {
  const ended: unknown[] = [];
  const waiting = new Map<string, IncomingMessage>();
  const server = createServer({ requestTimeout: 0 }, (request) => {
    waiting.set(request.url!, request.resume());
    if (request.url === '/slow') allowSlowBody(request);
  });
  limitArrival(server, 50, 10);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    ended.push(error.code);
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (path: string, body: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n${body}`);
    return { socket, closed: once(socket, 'close') };
  };
  const [late, slow, whole] = [open('/late', 'ab'), open('/slow', 'ab'), open('/whole', 'abcde')];
  await late.closed;
  expect(ended).toEqual(['ERR_HTTP_REQUEST_TIMEOUT']);
  expect(waiting.get('/whole')!.complete).toBe(true);
  slow.socket.write('cde');
  await once(waiting.get('/slow')!, 'end');
  for (const { socket } of [slow, whole]) socket.destroy();
  server.close();
});

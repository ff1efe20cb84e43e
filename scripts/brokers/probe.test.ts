import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from './port.ts';
import { kafkaAnswers, natsAnswers } from './probe.ts';

const API_VERSIONS_ANSWER = Buffer.from('0000000a00000001000000000000', 'hex');

/** Returns the result of a probe against a server that handles connections with `onConnection`. */
async function probeResult(probe: typeof natsAnswers, onConnection: (socket: Socket) => void): Promise<boolean> {
  const server = createServer(onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await probe({ host: '127.0.0.1', port: (server.address() as { port: number }).port });
  } finally {
    server.close();
  }
}

test('natsAnswers accepts an INFO greeting, even in several packets', async () => {
  const greet = (socket: Socket): void => {
    socket.write('INF');
    setTimeout(() => socket.write('O {"version":"2"}\r\n'), 20);
  };
  expect(await probeResult(natsAnswers, greet)).toBe(true);
});

test('natsAnswers rejects another greeting', async () => {
  expect(await probeResult(natsAnswers, (socket) => socket.end('SSH-2.0\r\n'))).toBe(false);
});

test('kafkaAnswers accepts an answer to ApiVersions', async () => {
  expect(await probeResult(kafkaAnswers, (socket) => socket.on('data', () => socket.end(API_VERSIONS_ANSWER)))).toBe(true);
});

test('kafkaAnswers rejects a closed connection, another answer and a closed port', async () => {
  expect(await probeResult(kafkaAnswers, (socket) => socket.destroy())).toBe(false);
  expect(await probeResult(kafkaAnswers, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n'))).toBe(false);
  expect(await kafkaAnswers({ host: '127.0.0.1', port: await freePort() })).toBe(false);
});

test('kafkaAnswers rejects a server that never answers', async () => {
  expect(await probeResult(kafkaAnswers, (socket) => setTimeout(() => socket.destroy(), 3_000))).toBe(false);
});

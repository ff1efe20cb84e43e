import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from './port.ts';
import { kafkaAnswers, natsAnswers } from './probe.ts';

const API_VERSIONS_ANSWER = Buffer.from('0000000a00000001000000000000', 'hex');

/** What the probe says of a server that treats its connections like this. */
async function verdict(probe: typeof natsAnswers, treat: (socket: Socket) => void): Promise<boolean> {
  const server = createServer(treat);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await probe({ host: '127.0.0.1', port: (server.address() as { port: number }).port });
  } finally {
    server.close();
  }
}

test('a server that greets with INFO is NATS, even when the line comes in pieces', async () => {
  const greet = (socket: Socket): void => {
    socket.write('INF');
    setTimeout(() => socket.write('O {"version":"2"}\r\n'), 20);
  };
  expect(await verdict(natsAnswers, greet)).toBe(true);
});

test('a server that greets otherwise is not NATS', async () => {
  expect(await verdict(natsAnswers, (socket) => socket.end('SSH-2.0\r\n'))).toBe(false);
});

test('a server that answers ApiVersions is Kafka', async () => {
  expect(await verdict(kafkaAnswers, (socket) => socket.on('data', () => socket.end(API_VERSIONS_ANSWER)))).toBe(true);
});

test('a server that hangs up, that says something else, or that is not there is not Kafka', async () => {
  expect(await verdict(kafkaAnswers, (socket) => socket.destroy())).toBe(false);
  expect(await verdict(kafkaAnswers, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n'))).toBe(false);
  expect(await kafkaAnswers({ host: '127.0.0.1', port: await freePort() })).toBe(false);
});

test('a server that accepts and says nothing does not answer', async () => {
  expect(await verdict(kafkaAnswers, (socket) => setTimeout(() => socket.destroy(), 3_000))).toBe(false);
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { startBrokers } from './brokers.ts';
import { readEnvironment } from './environment.ts';
import { freePort } from './port.ts';

const nothing = { PATH: '/nowhere', SPACE_CACHE_DIR: '/nowhere' };

test('without any source, one sentence names everything that is missing', async () => {
  const bare = { ...readEnvironment(nothing), programs: [] };
  await expect(startBrokers({}, bare)).rejects.toMatchObject({
    code: 'missing',
    message:
      'There is no NATS and no Kafka to use: NATS_URL and KAFKA_BROKERS are not set; no Docker engine answers; this machine has no nats-server (or Go 1.21 or newer) and no Java 17 or newer and no Maven.',
  });
});

test('rejects NATS_URL without KAFKA_BROKERS', async () => {
  await expect(startBrokers({}, readEnvironment({ ...nothing, NATS_URL: 'nats://127.0.0.1' }))).rejects.toMatchObject({
    code: 'unusable',
    message: 'NATS_URL is set and KAFKA_BROKERS is not; set both or none of them.',
  });
});

test('rejects an invalid address without repeating its secret', async () => {
  const environment = readEnvironment({ ...nothing, NATS_URL: 'nats://user:secret@::', KAFKA_BROKERS: '127.0.0.1' });
  await expect(startBrokers({}, environment)).rejects.toMatchObject({ code: 'unusable', message: expect.not.stringContaining('secret') });
});

test('external brokers that do not answer are an error, and no other source is tried', async () => {
  const port = await freePort();
  const environment = readEnvironment({ ...nothing, NATS_URL: `nats://127.0.0.1:${port}`, KAFKA_BROKERS: `127.0.0.1:${port}` });
  await expect(startBrokers({}, environment)).rejects.toMatchObject({
    code: 'silent',
    message: expect.stringContaining(`127.0.0.1:${port}`),
  });
});

test('uses external brokers that answer, even if one of several is down', async () => {
  const nats = createServer((socket) => socket.end('INFO {}\r\n')).listen(0, '127.0.0.1');
  const kafka = createServer((socket) => socket.end(Buffer.from('00000006000000010000', 'hex'))).listen(0, '127.0.0.1');
  await Promise.all([once(nats, 'listening'), once(kafka, 'listening')]);
  const [natsPort, kafkaPort] = [nats, kafka].map((server) => (server.address() as { port: number }).port);
  const given = { NATS_URL: `nats://127.0.0.1:${natsPort}`, KAFKA_BROKERS: `127.0.0.1:${await freePort()},127.0.0.1:${kafkaPort}` };
  const brokers = await startBrokers({}, readEnvironment({ ...nothing, ...given }));
  expect(brokers).toMatchObject({ nats_url: given.NATS_URL, kafka_brokers: given.KAFKA_BROKERS, source: 'environment' });
  await brokers.stop();
  nats.close();
  kafka.close();
});

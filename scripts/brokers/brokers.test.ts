import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { startBrokers } from './brokers.ts';
import { readEnvironment } from './environment.ts';
import { freePort } from './port.ts';

const nothing = { PATH: '/nowhere', SPACE_CACHE_DIR: '/nowhere' };

test('when there is nothing to run them with, one sentence names all that is missing', async () => {
  const bare = { ...readEnvironment(nothing), programs: [] };
  await expect(startBrokers({}, bare)).rejects.toMatchObject({
    code: 'missing',
    message:
      'There is no NATS and no Kafka to use: NATS_URL and KAFKA_BROKERS are not set; no Docker engine answers; this machine has no nats-server (or Go 1.21 or newer) and no Java 17 or newer and no Maven.',
  });
});

test('one address without the other is refused', async () => {
  await expect(startBrokers({}, readEnvironment({ ...nothing, NATS_URL: 'nats://127.0.0.1' }))).rejects.toMatchObject({
    code: 'unusable',
    message: 'NATS_URL is set and KAFKA_BROKERS is not; set both or none of them.',
  });
});

test('an address that cannot be read is refused, without repeating a secret in it', async () => {
  const environment = readEnvironment({ ...nothing, NATS_URL: 'nats://user:secret@::', KAFKA_BROKERS: '127.0.0.1' });
  await expect(startBrokers({}, environment)).rejects.toMatchObject({ code: 'unusable', message: expect.not.stringContaining('secret') });
});

test('brokers that were given and do not answer are an error, not a reason to start others', async () => {
  const port = await freePort();
  const environment = readEnvironment({ ...nothing, NATS_URL: `nats://127.0.0.1:${port}`, KAFKA_BROKERS: `127.0.0.1:${port}` });
  await expect(startBrokers({}, environment)).rejects.toMatchObject({
    code: 'silent',
    message: expect.stringContaining(`127.0.0.1:${port}`),
  });
});

test('brokers that were given and answer are used as they are; of several one may be down', async () => {
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

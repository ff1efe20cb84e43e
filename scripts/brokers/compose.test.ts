import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startCompose } from './compose.ts';
import { readEnvironment } from './environment.ts';
import { freePort } from './port.ts';

const greetings = { nats: 'INFO {}\r\n', kafka: Buffer.from('00000006000000010000', 'hex') };

/** Installs a fake `docker` that answers like an engine, runs the shell command `up` for `compose up`, and records its calls. */
async function docker(up = ':') {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'space-docker-'));
  const calls = join(temporary.path, 'calls');
  const script = `#!/bin/sh
case "$1" in info) echo 28.2.2; exit ;; esac
shift; project=$2; file=$4; shift 4
echo "$*" >> ${calls}
echo "$project $(basename "$file") $SPACE_NATS_PORT $SPACE_KAFKA_PORT" > ${calls}.last
case "$1" in up) ${up} ;; esac
`;
  await writeFile(join(temporary.path, 'docker'), script, { mode: 0o755 });
  return {
    environment: readEnvironment({ PATH: [temporary.path, '/usr/bin', '/bin'].join(delimiter) }),
    calls,
    [Symbol.asyncDispose]: () => temporary.remove(),
  };
}

/** Starts servers that answer like the containers. */
async function containers() {
  const [natsPort, kafkaPort] = [await freePort(), await freePort()];
  const nats = createServer((socket) => socket.end(greetings.nats)).listen(natsPort, '127.0.0.1');
  const kafka = createServer((socket) => socket.end(greetings.kafka)).listen(kafkaPort, '127.0.0.1');
  return {
    natsPort,
    kafkaPort,
    [Symbol.dispose]: () => {
      nats.close();
      kafka.close();
    },
  };
}

test('each run is a separate compose project on its own ports, and stop removes its volumes', async () => {
  await using fake = await docker();
  using running = await containers();
  const { natsPort, kafkaPort } = running;
  const brokers = await startCompose({ natsPort, kafkaPort }, fake.environment);
  expect(brokers).toMatchObject({ nats_url: `nats://127.0.0.1:${natsPort}`, kafka_brokers: `127.0.0.1:${kafkaPort}`, source: 'compose' });
  await brokers.stop();
  expect(await readFile(fake.calls, 'utf8')).toBe('up -d nats kafka\ndown --volumes --timeout 1\n');
  expect(await readFile(`${fake.calls}.last`, 'utf8')).toMatch(
    new RegExp(`^space-brokers-[0-9a-f]{8} docker-compose.yml ${natsPort} ${kafkaPort}\n$`),
  );
});

test('a failed compose up is reported as missing with its cause, and the project is removed', async () => {
  await using fake = await docker('echo "pull access denied" >&2; exit 1');
  await expect(startCompose({}, fake.environment)).rejects.toMatchObject({
    code: 'missing',
    message: 'docker compose could not start them (pull access denied)',
  });
  expect(await readFile(fake.calls, 'utf8')).toContain('down');
});

test('compose is not called when the caller names a data folder', async () => {
  await using fake = await docker();
  await expect(startCompose({ folder: 'data' }, fake.environment)).rejects.toMatchObject({ code: 'missing' });
  expect(existsSync(fake.calls)).toBe(false);
});

test('a docker client without an engine is reported as missing', async () => {
  await using fake = await docker();
  await writeFile(join(fake.environment.programs[0]!, 'docker'), '#!/bin/sh\necho "Cannot connect to the Docker daemon" >&2; exit 1\n');
  await expect(startCompose({}, fake.environment)).rejects.toMatchObject({ code: 'missing', message: 'no Docker engine answers' });
});

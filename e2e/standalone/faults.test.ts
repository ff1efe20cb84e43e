import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, createClient, SpaceError } from '@space/client';
import { eventually, startReceiver } from '@space/runtime/testing';
import { cleanUp, type Launched, launch, newFolder, settings } from './launch.ts';

jest.setTimeout(400_000);

afterAll(cleanUp);

const RECOVERED = { timeout: 90_000 };
const DAY_MS = 86_400_000;

/** The service writes while the disk is being filled. */
const MARGIN_BYTES = 4_000_000;

/** Less than the floor of 64 MB, and enough for Postgres. */
const NEARLY_FULL_BYTES = 40_000_000;

const clientOf = ({ connection }: Launched): Client =>
  createClient({ base_url: connection.base_url, api_key: connection.api_key, retries: 0 });

/** Returns the status and the text of a probe. */
async function probe({ connection }: Launched, name: 'livez' | 'readyz' | 'metrics'): Promise<{ status: number; text: string }> {
  const response = await fetch(new URL(name, connection.metrics_url));
  return { status: response.status, text: await response.text() };
}

/** Creates contacts until it is stopped, and returns the names of those that were acknowledged. */
function startWriter(client: Client): { acknowledged: readonly string[]; stop(): Promise<void> } {
  const acknowledged: string[] = [];
  let isStopped = false;
  const writing = (async () => {
    for (let number = 0; !isStopped; number += 1) {
      const name = `Written ${number}`;
      await client.contacts.create({ name, email: `w${number}@example.com` }).then(
        () => acknowledged.push(name),
        () => delay(20),
      );
    }
  })();
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}

async function storedNames(client: Client): Promise<Set<string>> {
  const names = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await client.contacts.list({ limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    for (const { name } of page.data) names.add(name!);
    if (page.next_cursor === null || page.next_cursor === undefined) return names;
    cursor = page.next_cursor;
  }
}

const expectAll = async (client: Client, acknowledged: readonly string[]): Promise<void> => {
  const stored = await storedNames(client);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
};

const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

let folder: string;
let env: Readonly<Record<string, string>>;
let clock: string;
let log: string;
let launched: Launched;
beforeAll(async () => {
  folder = await newFolder();
  clock = join(await newFolder(), 'offset');
  await writeFile(clock, '0');
  log = join(folder, 'space.log');
  await symlink('/dev/full', log);
  env = await settings(folder, { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'debug' });
  const preload = pathToFileURL(join(import.meta.dirname, 'clock-preload.ts')).href;
  launched = await launch({ ...env, SPACE_TEST_CLOCK: clock, NODE_OPTIONS: `--import=${preload}` });
});

test('the service goes on when its clock jumps and when its log cannot be written', async () => {
  const client = clientOf(launched);
  const receiver = await startReceiver();
  await client.event_subscriptions.create({ kind: 'webhook', name: 'Hook', url: receiver.url, event_types: ['contact_created'] });
  const { subscription: feed } = await client.event_subscriptions.create({ kind: 'feed', name: 'Feed', event_types: ['contact_created'] });
  let after = (await client.events.list({ subscription_id: feed.id })).next_cursor;
  const ids: string[] = [];
  for (const offset of [0, 3 * DAY_MS, -3 * DAY_MS, 0]) {
    await writeFile(clock, String(offset));
    const { id } = await eventually(async () => {
      const contact = await client.contacts.create({ name: `At ${offset}`, email: `${randomUUID()}@example.com` });
      expect(Math.abs(Date.parse(contact.created_at) - Date.now() - offset)).toBeLessThan(DAY_MS);
      return contact;
    }, RECOVERED);
    ids.push(id);
    await eventually(() => expect(receiver.received.map(({ event }) => event.data.contact_id)).toContain(id), RECOVERED);
    await eventually(async () => {
      const page = await client.events.list({ subscription_id: feed.id, after });
      expect(page.events.map(({ data }) => (data as { contact_id: string }).contact_id)).toContain(id);
      after = page.next_cursor;
    }, RECOVERED);
  }
  const stored = await Promise.all(ids.map((id) => client.contacts.get({ id })));
  expect(stored.map(({ id }) => id)).toEqual(ids);
  // The log has a disk again.
  await unlink(log);
  await eventually(async () => expect(await readFile(log, 'utf8')).toContain('"service":"standalone"'), RECOVERED);
  await receiver.close();
});

test('a killed Postgres is started again, and nothing acknowledged is lost', async () => {
  const client = clientOf(launched);
  const receiver = await startReceiver();
  await client.event_subscriptions.create({ kind: 'webhook', name: 'Hook', url: receiver.url, event_types: ['contact_created'] });
  const writer = startWriter(client);
  for (let kills = 1; kills <= 2; kills += 1) {
    const before = writer.acknowledged.length;
    await eventually(() => expect(writer.acknowledged.length).toBeGreaterThan(before + 5), RECOVERED);
    process.kill(await postmasterOf(folder), 'SIGKILL');
    await eventually(async () => {
      const { status, text } = await probe(launched, 'readyz');
      expect({ status, text }).toEqual({ status: 503, text: expect.stringContaining('it is being started again') });
    }, RECOVERED);
    expect((await probe(launched, 'livez')).status).toBe(200);
    await eventually(async () => expect((await probe(launched, 'readyz')).status).toBe(200), RECOVERED);
    const after = writer.acknowledged.length;
    await eventually(() => expect(writer.acknowledged.length).toBeGreaterThan(after), RECOVERED);
    expect((await probe(launched, 'metrics')).text).toContain(`space_postgres_restarts_total ${kills}\n`);
  }
  await writer.stop();
  await expectAll(client, writer.acknowledged);
  await eventually(() => {
    const delivered = new Set(receiver.received.map(({ event }) => (event.data.contact as { name?: string }).name));
    expect(writer.acknowledged.filter((name) => !delivered.has(name))).toEqual([]);
  }, RECOVERED);
  await receiver.close();
  expect(await launched.end('SIGTERM')).toBe(0);
});

test('below the floor of free disk space changes are refused with Retry-After and reads go on', async () => {
  launched = await launch({ ...env, SPACE_STORAGE_FLOOR_MB: '1000000000' });
  const { connection } = launched;
  const response = await fetch(`${connection.base_url}/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connection.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.com' }),
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  expect(await response.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('disk') });
  expect((await clientOf(launched).contacts.list()).data).not.toEqual([]);
  const operator = createClient({ base_url: connection.base_url, api_key: connection.operator_token });
  expect(await operator.settings.create_space({ name: 'Made by the operator' })).toMatchObject({ id: expect.any(String) });
  expect((await probe(launched, 'metrics')).text).toMatch(/^space_storage_full 1$/m);
  expect((await probe(launched, 'readyz')).status).toBe(200);
});

test('a Postgres that cannot be started ends the process with a sentence and exit code 1', async () => {
  await appendFile(join(folder, 'postgres', 'data', 'postgresql.conf'), '\nnot_a_setting_of_postgres = 1\n');
  process.kill(await postmasterOf(folder), 'SIGKILL');
  expect(await launched.exited).toBe(1);
  expect(launched.output()).toMatch(/^Postgres .*not_a_setting_of_postgres.*it is not started again\.$/m);
});

/** A disk that is full. */
interface FullDisk {
  /** Fills what was freed meanwhile: Postgres deletes files of its own, and would start in their space. */
  fill(): void;
  free(): Promise<unknown>;
}

/** Fills a disk except for `leave` bytes. With 0 it is filled until a write fails. */
function fillDisk(disk: string, leave: number): FullDisk {
  const files = ['filler', 'rest'].map((name) => join(disk, name));
  const free = Number(execFileSync('df', ['--output=avail', '--block-size=1', disk], { encoding: 'utf8' }).trim().split('\n')[1]);
  execFileSync('fallocate', ['--length', String(free - Math.max(leave, MARGIN_BYTES)), files[0]!]);
  const fill = (): void => void spawnSync('dd', ['if=/dev/zero', `of=${files[1]}`, 'bs=4096', 'oflag=append', 'conv=notrunc']);
  if (leave === 0) fill();
  return { fill, free: () => Promise.all(files.map((file) => rm(file, { force: true }))) };
}

/** Returns a folder on a small disk of its own, and the function that removes the disk. Only root can create one. */
async function newDisk(size: string): Promise<{ disk: string; remove: () => void }> {
  const disk = await newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  return { disk, remove: () => execFileSync('umount', ['--lazy', disk]) };
}

const expectRefused = async (client: Client): Promise<void> => {
  const error = await client.contacts.create({ name: 'Refused', email: `${randomUUID()}@example.com` }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SpaceError);
  expect((error as SpaceError).status).toBe(503);
};

const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
testAsRoot('a disk that fills up delays changes until it has space again, and nothing acknowledged is lost', async () => {
  const { disk, remove } = await newDisk('420m');
  try {
    const data = join(disk, 'data');
    const own = await launch(await settings(data, { SPACE_STORAGE_FLOOR_MB: '64' }));
    const client = clientOf(own);
    const writer = startWriter(client);
    for (const isPostgresKilled of [false, true]) {
      const before = writer.acknowledged.length;
      await eventually(() => expect(writer.acknowledged.length).toBeGreaterThan(before + 20), RECOVERED);
      const full = fillDisk(disk, isPostgresKilled ? 0 : NEARLY_FULL_BYTES);
      await eventually(() => expectRefused(client), RECOVERED);
      if (isPostgresKilled) {
        // Without space Postgres cannot start. That does not count as a failure.
        process.kill(await postmasterOf(data), 'SIGKILL');
        await eventually(async () => {
          full.fill();
          expect((await probe(own, 'readyz')).text).toMatch(/No space left on device.*it is being started again/);
        }, RECOVERED);
        expect((await probe(own, 'livez')).status).toBe(200);
      }
      await full.free();
    }
    const before = writer.acknowledged.length;
    await eventually(() => expect(writer.acknowledged.length).toBeGreaterThan(before + 20), RECOVERED);
    await writer.stop();
    await expectAll(client, writer.acknowledged);
    await eventually(async () => expect((await probe(own, 'readyz')).status).toBe(200), RECOVERED);
    expect(await own.end('SIGTERM')).toBe(0);
  } finally {
    remove();
  }
});

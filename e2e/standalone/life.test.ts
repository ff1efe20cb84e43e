import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@space/client';
import { scopes } from '@space/contracts/core';
import { eventually, startReceiver } from '@space/runtime/testing';
import { cleanUp, failToLaunch, type Launched, launch, newFolder, readConnection, settings, settingsWithDatabase } from './launch.ts';

jest.setTimeout(180_000);

let folder: string;
let env: Readonly<Record<string, string>>;
let space: Launched;
beforeAll(async () => {
  folder = await newFolder();
  env = await settings(folder, { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  space = await launch(env);
});
afterAll(cleanUp);

const clientOf = ({ connection }: Launched) => createClient({ base_url: connection.base_url, api_key: connection.api_key });
const names = async (launched: Launched) => (await clientOf(launched).contacts.list()).data.map(({ name }) => name);

test('a first start creates a Space and a key with every scope in files that only the owner can read', async () => {
  const { connection } = space;
  expect(Object.keys(connection).sort()).toEqual([
    'api_key',
    'base_url',
    'console_url',
    'mcp_url',
    'metrics_url',
    'operator_token',
    'public_url',
    'space_id',
  ]);
  for (const file of ['connection.json', 'secret.key', 'operator.token', 'space.log'])
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  const operator = createClient({ base_url: connection.base_url, api_key: connection.operator_token });
  const { data } = await operator.settings.list_keys({ space_id: connection.space_id });
  expect(data).toMatchObject([{ scopes }]);
});

test('a first start prints the key once, with commands that work when pasted', async () => {
  const { connection, output } = space;
  expect(output()).toContain(`API key     ${connection.api_key}`);
  const commands = [...output().matchAll(/^ {2}curl (.+)$/gm)].map(([, rest]) => rest!);
  expect(commands).toHaveLength(3);
  for (const command of commands) expect(command).toContain(`"Authorization: Bearer ${connection.api_key}"`);
  for (const url of [connection.base_url, connection.mcp_url, connection.public_url, connection.metrics_url, connection.space_id])
    expect(output()).toContain(url);
  for (const url of [`${connection.base_url}/openapi.json`, connection.metrics_url, new URL('/docs', connection.base_url).href])
    expect((await fetch(url)).status).toBe(200);
});

/** Returns true if the server of a URL responds on another address of this machine. */
const respondsOn = (host: string, url: string): Promise<boolean> => {
  const address = new URL(url);
  address.hostname = host;
  return fetch(address).then(
    () => true,
    () => false,
  );
};

test('it listens on the loopback address only', async () => {
  const { metrics_url, base_url, public_url } = space.connection;
  for (const url of [metrics_url, base_url, public_url]) {
    expect(await respondsOn('127.0.0.1', url)).toBe(true);
    expect(await respondsOn('127.0.0.2', url)).toBe(false);
  }
});

test('a second start on the same folder fails and does not affect the first', async () => {
  const { code, stderr } = await failToLaunch(await settings(folder));
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Another Space API (process ${space.pid}) uses the data folder ${folder}. Stop it, or set SPACE_DATA_DIR to another folder.\n`,
  );
  expect(await names(space)).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s finishes running calls and exits with 0; the next start has the data and the key',
  async (signal) => {
    const receiver = await startReceiver();
    receiver.answer((_request, response) => void setTimeout(() => response.writeHead(204).end(), 300));
    const client = clientOf(space);
    await client.contacts.create({ name: `Before ${signal}`, email: `${signal}@example.com` });
    const { subscription } = await client.event_subscriptions.create({
      kind: 'webhook',
      name: 'Slow',
      url: receiver.url,
      event_types: ['contact_deleted'],
    });
    const begun = client.deliveries.test({ id: subscription.id });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const ended = space.end(signal);
    expect(await begun).toMatchObject({ status: 'succeeded' });
    expect(await ended).toBe(0);
    expect(await readdir(folder)).not.toContain('pid');
    expect(await readdir(join(folder, 'postgres', 'data'))).not.toContain('postmaster.pid');
    await receiver.close();

    const before = space.connection;
    space = await launch(env);
    expect(space.connection).toEqual(before);
    expect(space.output()).not.toContain(before.api_key);
    expect(await names(space)).toContain(`Before ${signal}`);
  },
);

test('a start after SIGKILL has every acknowledged write', async () => {
  const client = clientOf(space);
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => client.contacts.create({ name: `Stored ${n}`, email: `stored${n}@example.com` })),
  );
  expect(await space.end('SIGKILL')).toBeNull();
  space = await launch(env);
  const stored = await names(space);
  for (const { name } of made) expect(stored).toContain(name);
});

test('an event that was undelivered at SIGKILL is delivered after the next start', async () => {
  const receiver = await startReceiver();
  receiver.answer((_request, response) => void response.socket?.destroy());
  const client = clientOf(space);
  const { subscription } = await client.event_subscriptions.create({
    kind: 'webhook',
    name: 'Late',
    url: receiver.url,
    event_types: ['contact_created'],
  });
  const { id } = await client.contacts.create({ name: 'Late', email: 'late@example.com' });
  await space.end('SIGKILL');
  receiver.answer((_request, response) => void response.writeHead(204).end());
  space = await launch(env);
  const after = clientOf(space);
  const { data } = await eventually(async () => {
    const page = await after.deliveries.list({ id: subscription.id });
    expect(page.data).toHaveLength(1);
    return page;
  });
  // Before the kill it may or may not have been attempted; a resend delivers it immediately in both cases.
  if (data[0]!.status === 'retrying') await after.deliveries.resend({ id: subscription.id, delivery_id: data[0]!.delivery_id });
  await eventually(
    async () => expect((await after.deliveries.list({ id: subscription.id })).data).toMatchObject([{ status: 'succeeded' }]),
    { timeout: 40_000 },
  );
  expect(receiver.received.at(-1)!.event.data.contact_id).toBe(id);
  await receiver.close();
});

test('configured addresses are used in connection.json and in the OpenAPI document', async () => {
  const own = await newFolder();
  const launched = await launch(
    await settingsWithDatabase(own, {
      SPACE_BASE_URL: 'https://api.example.com',
      SPACE_PUBLIC_URL: 'https://pages.example.com',
      SPACE_OPERATOR_TOKEN: 'spo_of_my_own_choice',
      SPACE_HOST: '0.0.0.0',
    }),
  );
  // Only Linux has more than one loopback address.
  if (process.platform === 'linux') expect(await respondsOn('127.0.0.2', launched.connection.metrics_url)).toBe(true);
  expect(launched.connection).toMatchObject({
    base_url: 'https://api.example.com/v1',
    mcp_url: 'https://api.example.com/v1/mcp',
    public_url: 'https://pages.example.com',
    operator_token: 'spo_of_my_own_choice',
  });
  const port = await eventually(async () => {
    const found = /"port":(\d+)/.exec(await readFile(join(own, 'space.log'), 'utf8'))?.[1];
    if (!found) throw new Error('The log does not name the port yet.');
    return found;
  });
  const document = (await (await fetch(`http://127.0.0.1:${port}/v1/openapi.json`)).json()) as { servers: unknown };
  expect(document.servers).toEqual([{ url: 'https://api.example.com/v1' }]);
  expect(await launched.end('SIGTERM')).toBe(0);
});

test('DATABASE_URL is used instead of an embedded Postgres', async () => {
  const own = await newFolder();
  const launched = await launch(await settingsWithDatabase(own));
  await clientOf(launched).contacts.create({ name: 'Ada', email: 'ada@example.com' });
  expect(await names(launched)).toEqual(['Ada']);
  expect(await readdir(own)).not.toContain('postgres');
  expect(await launched.end('SIGTERM')).toBe(0);
});

test('an ordinary user can run it on their own folder', async () => {
  const isRoot = process.getuid?.() === 0;
  const own = join(await newFolder(), 'data');
  const { chown, mkdir, chmod } = await import('node:fs/promises');
  const UNPRIVILEGED = 65_534;
  await mkdir(own);
  await chmod(join(own, '..'), 0o755);
  if (isRoot) await chown(own, UNPRIVILEGED, UNPRIVILEGED);
  const launched = await launch(
    await settings(own),
    isRoot ? ['setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups'] : [],
  );
  expect(await names(launched)).toEqual([]);
  expect((await stat(join(own, 'connection.json'))).uid).toBe(isRoot ? UNPRIVILEGED : process.getuid?.());
  expect(await launched.end('SIGTERM')).toBe(0);
  expect((await readConnection(own)).api_key).toMatch(/^wks_live_/);
});

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { verifyWebhook } from '@space/client/webhooks';
import { eventually, type Receiver, startReceiver } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { inherited, runProgram } from '../program.ts';
import { newSpace, type TestSpace } from '../space.ts';

jest.setTimeout(180_000);

/** Includes the start of a program. */
const STARTED = { timeout: 20_000 };

const root = join(import.meta.dirname, '..', '..');
const env = { SPACE_BASE_URL: new URL(profile.base_url).origin, SPACE_OPERATOR_TOKEN: profile.operator_token };

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** Runs `space listen` until `end` or `kill` is called. */
function startListen(space: TestSpace, receiver: Receiver, ...words: string[]) {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'scripts/space/main.ts'),
      'listen',
      '--space',
      space.space_id,
      '--forward-to',
      receiver.url,
      ...words,
    ],
    { cwd: root, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  closing.push(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk));
  return {
    printed: () => printed,
    secret: () =>
      eventually(() => {
        const [secret] = /whsec_\S+/.exec(printed) ?? [];
        if (!secret) throw new Error(`It does not listen yet: ${printed}`);
        return secret;
      }, STARTED),
    async end() {
      child.kill('SIGINT');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('space listen forwards events to a receiver on this machine, signed and in order, and deletes its feed at the end', async () => {
  const [space, receiver] = [await newSpace(), await startReceiver()];
  closing.push(receiver.close);
  const command = startListen(space, receiver, '--types', 'contact_created');
  const secret = await command.secret();
  expect((await space.client.event_subscriptions.list({ kind: 'feed' })).data).toHaveLength(1);
  for (let count = 1; count <= 3; count += 1)
    await space.client.contacts.create({ name: `Ada ${count}`, email: `ada${count}@example.com` });
  await eventually(() => expect(receiver.received).toHaveLength(3));
  for (const [index, received] of receiver.received.entries())
    expect(await verifyWebhook(received, secret)).toMatchObject({
      type: 'contact_created',
      attempt: 1,
      data: { contact: { email: `ada${index + 1}@example.com` } },
    });
  await eventually(() =>
    expect(command.printed()).toMatch(new RegExp(`contact_created .*${receiver.received[2]!.event.id} .* 204 \\(\\d+ ms\\)`)),
  );

  receiver.answer((_request, response) => response.writeHead(500).end());
  await space.client.contacts.create({ name: 'Grace', email: 'grace@example.com' });
  await eventually(() => expect(command.printed()).toMatch(/ 500 \(/));
  expect(await command.end()).toBe(0);
  expect(command.printed()).toContain('The feed was deleted.');
  expect((await space.client.event_subscriptions.list({ kind: 'feed' })).data).toEqual([]);
});

test('space listen deletes the feed of a killed run and leaves the feed of a running one', async () => {
  const [space, receiver] = [await newSpace(), await startReceiver()];
  closing.push(receiver.close);
  const feeds = async () => (await space.client.event_subscriptions.list({ kind: 'feed' })).data.map(({ id }) => id);
  const [killed, runs] = [startListen(space, receiver), startListen(space, receiver)];
  await killed.secret();
  await runs.secret();
  const both = await feeds();
  expect(both).toHaveLength(2);
  await killed.kill();
  const next = startListen(space, receiver, '--types', 'contact_created');
  await next.secret();
  expect(next.printed()).toMatch(/The feed lis_\w+ was deleted; it belonged to a killed space listen\./);
  expect((await feeds()).filter((id) => both.includes(id))).toHaveLength(1);
  expect([await runs.end(), await next.end()]).toEqual([0, 0]);
  expect(await feeds()).toEqual([]);
});

test('space listen reports a refused connection and continues, and --json prints one line per event', async () => {
  const [space, receiver] = [await newSpace(), await startReceiver()];
  await receiver.close();
  const command = startListen(space, receiver, '--json');
  await command.secret();
  await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await eventually(() => expect(command.printed()).toContain('connection refused'));
  const lines = command
    .printed()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(lines.find(({ event_type }) => event_type === 'contact_created')).toMatchObject({ status: null, error: 'connection refused' });
  expect(await command.end()).toBe(0);
});

test.each([
  [['listen'], 2, /--space spc_… .*is required/],
  [['listen', '--space', 'spc_none'], 2, /--forward-to .*is required/],
  [['listen', '--space', 'spc_none', '--forward-to', 'localhost'], 2, /"localhost" is not an http or https URL/],
  [['listen', '--space', 'spc_none', '--forward-to', 'http://localhost:1/'], 1, /There is no Space "spc_none"/],
])('space %j fails with the exit code %i and one sentence', async (words, exitCode, sentence) => {
  const { code, stderr } = await runProgram('scripts/space/main.ts', words, env);
  expect(code).toBe(exitCode);
  expect(stderr).toMatch(sentence);
});

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Receiver, startReceiver } from '@space/runtime/testing';
import { operator, profile } from '../profile.ts';
import { inherited } from '../program.ts';
import { newKey, newSpace } from '../space.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '..', '..');
const files = ['README.md', ...globSync('docs/api/*.md', { cwd: root }).sort()];

/** Blocks that this test does not run, by the start of each, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  '# REPOSITORY': 'it installs and starts; e2e/standalone/clone.test.ts installs and starts a copy of the files of a clone',
  'npm test': 'it runs tests',
  'npm run space -- events tail': 'it runs until Ctrl-C; e2e/journeys/command-line.test.ts runs it',
  'npm run space -- listen': 'it runs until Ctrl-C; e2e/journeys/listen.test.ts runs it',
  'npm run space -- grants': 'its grant comes from an OAuth client; e2e/journeys/oauth.test.ts revokes one',
  'npx openapi-typescript': 'it fetches generators; e2e/api-clients runs them',
};

/** Returns the shell blocks of a document, in order. */
const blocksOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]!);
const isLeftOut = (block: string): boolean => Object.keys(leftOut).some((start) => block.startsWith(start));

const documented = files.map((file) => ({ file, blocks: blocksOf(file) })).filter(({ blocks }) => blocks.length > 0);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(profile.certificate);
});
afterAll(() => receiver.close());

/** Creates a Space with one resource of each kind that a document names, and returns the value of each placeholder. */
async function newPlaceholders() {
  const { space_id, api_key, client } = await newSpace();
  const contact = await client.contacts.create({ name: 'Charles', email: 'charles@example.com' });
  const other = await client.contacts.create({ name: 'Mary', email: 'mary@example.com' });
  await client.contacts.tag({ id: contact.id, tags: ['customer'] });
  const [tag] = (await client.tags.list()).data;
  const table = await client.tables.create({
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'stage', label: 'Stage', type: 'text' },
      { key: 'due', label: 'Due', type: 'date' },
    ],
  });
  const agent = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const { subscription } = await client.event_subscriptions.create({
    kind: 'webhook',
    name: 'Hook',
    url: receiver.url,
    event_types: ['*'],
  });
  const { next_cursor } = await client.contacts.list({ limit: 1 });
  const values: Record<string, string> = {
    'spc_…': space_id,
    'key_…': (await newKey(space_id)).key_id,
    'con_…': contact.id,
    con_01jd0000000000000000000000: contact.id,
    con_01jd0000000000000000000001: other.id,
    'tag_…': tag!.id,
    'tbl_…': table.id,
    'agt_…': agent.id,
    'lis_…': subscription.id,
    '<next_cursor>': next_cursor!,
    'http://localhost:8080': new URL(profile.base_url).origin,
  };
  return { space_id, api_key, values };
}

/** The shell runs each command, fails with the first one that fails, and `curl` fails for every status but 2xx. */
const prelude = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
npm() { command npm --silent --prefix "$ROOT" "$@"; }
`;

async function runShell(script: string, folder: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('bash', ['-c', prelude + script], {
    cwd: folder,
    env: { ...inherited, HOME: folder, ROOT: root, SPACE_DATA_DIR: join(folder, '.space') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

test.each(documented)('the commands of $file succeed when they are pasted one after the other', async ({ blocks }) => {
  const { space_id, api_key, values } = await newPlaceholders();
  const folder = await mkdtemp(join(tmpdir(), 'documented-'));
  const { base_url, mcp_url, public_url, operator_token } = profile;
  await mkdir(join(folder, '.space'));
  await writeFile(
    join(folder, '.space', 'connection.json'),
    JSON.stringify({ base_url, mcp_url, public_url, metrics_url: profile.metrics_urls[0], operator_token, space_id, api_key }),
  );
  await writeFile(join(folder, 'deals.csv'), 'name\nEngine\n');
  await writeFile(join(folder, 'people.csv'), 'name,email\nGrace,grace@example.com\n');
  // The guides use $KEY, which API basics sets.
  let script = `KEY=${api_key}\n${blocks.filter((block) => !isLeftOut(block)).join('\n')}`;
  for (const [placeholder, value] of Object.entries(values)) script = script.replaceAll(placeholder, value);
  expect(script.match(/…|<[a-z_ ]+>/g) ?? []).toEqual([]);
  expect(await runShell(script, folder)).toMatchObject({ code: 0 });
  await rm(folder, { recursive: true });
});

test('every block that is left out exists, and most blocks are run', () => {
  const all = documented.flatMap(({ blocks }) => blocks);
  for (const start of Object.keys(leftOut)) expect(all.some((block) => block.startsWith(start))).toBe(true);
  expect(all.filter((block) => !isLeftOut(block)).length).toBeGreaterThan(all.length / 2);
});

test('the commands of the README and the guides call no address of someone else', () => {
  const addresses = documented.flatMap(({ blocks }) => blocks.flatMap((block) => block.match(/https?:\/\/[^\s"'/:]+/g) ?? []));
  expect([...new Set(addresses)]).toEqual(['http://localhost']);
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Receiver, startReceiver } from '@space/runtime/testing';
import { codeBlocks, codeSpans } from '../../scripts/documents/code-blocks.ts';
import { suites } from '../../scripts/test/suites.ts';
import { profile } from '../profile.ts';
import { run } from './inventory.ts';
import { newPlaceholders } from './placeholders.ts';
import { dataFolder } from './profile-database.ts';
import { runShell } from './shell.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '..', '..');
/** A placeholder without a value. */
const UNFILLED = /…|<[a-z_ ]+>/g;
const documented = [...Map.groupBy(run.commands, ({ file }) => file)].map(([file, blocks]) => ({ file, blocks }));

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(profile.certificate);
});
afterAll(() => receiver.close());

/** Creates a folder with what a start leaves in `.space`, and with the files that documents import. */
async function newFolder(space_id: string, api_key: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'documented-'));
  const { base_url, mcp_url, public_url, operator_token } = profile;
  const connection = { base_url, mcp_url, public_url, metrics_url: profile.metrics_urls[0], operator_token, space_id, api_key };
  const data = join(folder, '.space');
  await mkdir(data);
  await writeFile(join(data, 'connection.json'), JSON.stringify(connection));
  await symlink(join(dataFolder, 'space.log'), join(data, 'space.log'));
  await writeFile(join(folder, 'deals.csv'), 'name\nEngine\n');
  await writeFile(join(folder, 'people.csv'), 'name,email\nGrace,grace@example.com\n');
  return folder;
}

test.each(documented)('the commands of $file succeed when they are pasted one after the other', async ({ blocks }) => {
  const { space, fill } = await newPlaceholders(receiver);
  const folder = await newFolder(space.space_id, space.api_key);
  // The guides use $KEY, which API basics sets.
  const script = await fill(`KEY=${space.api_key}\n${blocks.map(({ text }) => text).join('\n')}`);
  expect(script.match(UNFILLED) ?? []).toEqual([]);
  expect(await runShell(script, folder)).toMatchObject({ code: 0 });
  await rm(folder, { recursive: true });
});

/** Commands of the operator in sentences. `listen` runs until Ctrl-C, `…` is no command, and the decisions name commands without their arguments. */
const inSentences = codeSpans.filter(
  ({ file, text }) =>
    /^(npm run space -- |kubectl exec .* scripts\/space\/main\.ts )(?!listen|…)/.test(text) && !file.startsWith('docs/adr/'),
);

test('the commands of the operator in sentences succeed', async () => {
  const { space, fill } = await newPlaceholders(receiver);
  const folder = await newFolder(space.space_id, space.api_key);
  const named = inSentences.map(({ text }) => text.replace('<id…>', 'events:0').replace('<id>', 'spc_…').replace('<service>', 'delivery'));
  const script = await fill([...new Set(named)].join('\n'));
  expect(named.length).toBeGreaterThan(5);
  expect(script.match(UNFILLED) ?? []).toEqual([]);
  expect(await runShell(script, folder)).toMatchObject({ code: 0 });
  await rm(folder, { recursive: true });
});

/** Addresses of this machine, and those that are reserved for documents (RFC 2606). */
const ofNobody = /^https?:\/\/(localhost|127\.0\.0\.1|([\w-]+\.)*example(\.com)?)$/;

test('the commands call no address of someone else', () => {
  const commands = codeBlocks.filter(({ language }) => language === 'sh');
  const addresses = commands.flatMap(({ text }) => text.match(/https?:\/\/[^\s"'/:]+/g) ?? []);
  expect(addresses.filter((address) => !ofNobody.test(address))).toEqual([]);
});

/** The lines of documents, in blocks and in sentences, that begin with `npm`. */
const npmLines = [...codeBlocks.filter(({ language }) => language === 'sh'), ...codeSpans].flatMap(({ file, text }) =>
  [...text.matchAll(/(?:^|\s)npm (?:run|test|start)\b[^#\n|;)]*/g)].map(([line]) => ({ file, words: line.trim().split(/\s+/).slice(1) })),
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('every npm script that a document names exists', () => {
  const named = npmLines.map(({ file, words }) => ({ file, name: words[0] === 'run' ? words[1]! : words[0]! }));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => /^[\w:]+[\w-]*$/.test(name) && !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every suite and path that a document gives to `npm test` exists', () => {
  const given = npmLines
    .filter(({ words }) => words[0] === 'test')
    .flatMap(({ file, words }) => words.slice(1).map((word) => ({ file, word })))
    .filter(({ word }) => /^[a-z][\w./-]*$/.test(word));
  const paths = globSync('{e2e,packages,services,scripts}/**/*.test.ts', { cwd: root });
  const isKnown = (word: string): boolean =>
    Object.hasOwn(suites, word) || existsSync(join(root, word)) || paths.some((path) => path.includes(word));
  expect(given.filter(({ word }) => !isKnown(word))).toEqual([]);
});

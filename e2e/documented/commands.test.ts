import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Receiver, sharded, startReceiver } from '@space/runtime/testing';
import { codeBlocks, codeSpans } from '../../scripts/documents/code-blocks.ts';
import { suites } from '../../scripts/test/suites.ts';
import { newMember } from '../people.ts';
import { operator, profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { newGrant } from '../surface/operator-arguments.ts';
import { type Accounts, newAccounts } from './accounts.ts';
import { run } from './inventory.ts';
import { newPlaceholders, withAddresses } from './placeholders.ts';
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

/** Creates a folder with what a start leaves in `.space`. */
async function newFolder(space_id: string, api_key: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'documented-'));
  const { base_url, mcp_url, public_url, operator_token } = profile;
  const connection = { base_url, mcp_url, public_url, metrics_url: profile.metrics_urls[0], operator_token, space_id, api_key };
  const data = join(folder, '.space');
  await mkdir(data);
  await writeFile(join(data, 'connection.json'), JSON.stringify(connection));
  await symlink(join(dataFolder, 'space.log'), join(data, 'space.log'));
  return folder;
}

/** Prepares, by file, what a document takes for granted: something in its Space, or values that only its reader has. */
const prepared: Readonly<Record<string, (space: TestSpace) => Promise<Accounts | undefined>>> = {
  'docs/api/keys.md': async ({ space_id, key_id, api_key }) => void (await newGrant(space_id, key_id, api_key)),
  'docs/api/secrets.md': async () => ({
    variables: { CRM_TOKEN: 'the token of the CRM', CRM_HOST: 'api.crm.example' },
    withServers: (text) => text,
  }),
  'docs/api/social.md': newAccounts,
  'docs/operations/people.md': async ({ space_id }) => void (await newMember(space_id, 'viewer')),
};

test('each document with commands is known here', () => {
  const guides = ['basics', 'contacts', 'feeds-and-agents', 'keys', 'mcp', 'payments', 'secrets', 'social', 'tables', 'webhooks'].map(
    (name) => `docs/api/${name}.md`,
  );
  const runbooks = ['README', 'asset-uses', 'consumer-group-overdue', 'dead-letters'].map((name) => `docs/runbooks/${name}.md`);
  const known = ['README.md', 'charts/space/README.md', ...guides, 'docs/development.md', 'docs/operations/people.md', ...runbooks];
  expect(documented.map(({ file }) => file).sort()).toEqual(known);
});

test.each(sharded(documented, ({ file }) => file))(
  'the commands of $file succeed in a new Space as they are printed, pasted one after the other',
  async ({ file, blocks }) => {
    const space = await newSpace();
    const folder = await newFolder(space.space_id, space.api_key);
    const script = blocks.map(({ text }) => text).join('\n');
    expect(script.match(UNFILLED) ?? []).toEqual([]);
    const { variables, withServers } = (await prepared[file]?.(space)) ?? { variables: {}, withServers: (text: string) => text };
    expect(await runShell(withServers(withAddresses(script)), folder, variables)).toMatchObject({ code: 0 });
    const { data: grants } = await operator.settings.list_grants({ space_id: space.space_id, key_id: space.key_id });
    expect(grants.filter(({ revoked_at }) => !revoked_at)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

describe('the first commands of the README', () => {
  const { text } = codeBlocks.find(({ file, text: code }) => file === 'README.md' && code.includes('git clone'))!;
  // The suite clone installs and starts.
  const script = `npm() { echo "npm $* in $(cat name)"; }\n${text}`;

  test('clone the repository that REPOSITORY names and start in the clone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documented-'));
    const author = '-c user.name=Ada -c user.email=ada@example.com';
    const made = `git init -q origin && cd origin && echo origin > name && git add name && git ${author} commit -qm Begin && cd ..`;
    expect(await runShell(`${made}\nREPOSITORY=origin\n${script}`, folder)).toEqual({
      code: 0,
      output: expect.stringMatching(/^npm start in origin$/m),
    });
    await rm(folder, { recursive: true });
  });

  test('say which address is missing without REPOSITORY, and start nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documented-'));
    const { code, output } = await runShell(`unset REPOSITORY\n${script}`, folder);
    expect(code).not.toBe(0);
    expect(output).toMatch(/REPOSITORY: is not set: the address of this repository/);
    expect(output).not.toContain('npm start');
    await rm(folder, { recursive: true });
  });
});

test('the generators of clients have the versions of the tests', () => {
  const { text } = codeBlocks.find(({ text: code }) => code.startsWith('npx openapi-typescript'))!;
  const clients = join(root, 'e2e', 'api-clients');
  const { devDependencies } = JSON.parse(readFileSync(join(clients, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  for (const name of ['openapi-typescript', '@hey-api/openapi-ts']) expect(text).toContain(`npx ${name}@${devDependencies[name]} `);
  expect(text).toContain(`pip install ${readFileSync(join(clients, 'requirements.txt'), 'utf8').trim()}\n`);
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

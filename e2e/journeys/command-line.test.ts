import { expect, jest, test } from '@jest/globals';
import { createApiRequest } from '../api-request.ts';
import { profile } from '../profile.ts';
import { runProgram } from '../program.ts';
import { newSpace } from '../space.ts';

// Each command is a program that has to start.
jest.setTimeout(90_000);

const environment = { SPACE_BASE_URL: new URL(profile.base_url).origin, SPACE_OPERATOR_TOKEN: profile.operator_token };

/** Runs a command of the operator. */
const space = (...words: string[]) => runProgram('scripts/space/main.ts', words, environment);

/** Runs a command that must succeed and returns its JSON. */
async function answerOf(...words: string[]) {
  const { code, stdout, stderr } = await space(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('npm run space creates a Space and a working key, and revokes the key', async () => {
  const { id } = await answerOf('spaces', 'create', '--name', 'Acme');
  expect(await answerOf('spaces', 'list')).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id, name: 'Acme' })]) });
  const { key, api_key } = await answerOf(
    'keys',
    'create',
    '--space',
    id,
    '--scopes',
    'contacts:read,contacts:write',
    '--name',
    'CRM sync',
  );
  const ask = createApiRequest(profile.base_url, api_key);
  expect((await ask('GET', '/contacts')).status).toBe(200);
  expect((await ask('GET', '/event-types')).body).toMatchObject({ code: 'missing_scope' });
  const list = await answerOf('keys', 'list', '--space', id);
  expect(list.data).toMatchObject([{ id: key.id, name: 'CRM sync', scopes: ['contacts:read', 'contacts:write'], revoked_at: null }]);
  expect(JSON.stringify(list)).not.toContain(api_key);
  expect(await answerOf('keys', 'revoke', key.id)).toMatchObject({ id: key.id, revoked_at: expect.any(String) });
  expect((await ask('GET', '/contacts')).body).toMatchObject({ status: 401, detail: 'This Space API key was revoked.' });
});

test('npm run space creates an agent and an expiring key for it', async () => {
  const { space_id } = await newSpace();
  const agent = await answerOf('agents', 'create', '--space', space_id, '--name', 'Scout');
  expect(await answerOf('agents', 'list', '--space', space_id)).toMatchObject({ data: [agent] });
  const { key } = await answerOf(
    'keys',
    'create',
    '--space',
    space_id,
    '--agent',
    agent.id,
    '--scopes',
    'contacts:read',
    '--expires',
    '2099-01-01T00:00:00Z',
  );
  expect(key).toMatchObject({ agent_id: agent.id, catalog_mode: 'everyday', expires_at: '2099-01-01T00:00:00.000Z' });
});

test('npm run space without --json prints lines for people with the key', async () => {
  const { space_id } = await newSpace();
  const { code, stdout } = await space('keys', 'create', '--space', space_id, '--scopes', 'contacts:read');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^api_key +wks_live_\w{42}$/m);
  expect(stdout).toMatch(/^scopes +contacts:read$/m);
});

test.each([
  [['keys', 'create', '--space', 'spc_none', '--scopes', 'contacts:read'], /There is no Space "spc_none"/],
  [['keys', 'create', '--scopes', 'contacts:read'], /--space spc_… .*is required/],
  [['keys', 'create', '--space', 'spc_none', '--scopes', 'contacts:fly'], /"contacts:fly" is not a scope/],
  [['keys', 'revoke'], /The id of the key .*is required/],
  [['keys', 'burn'], /There is no command "keys burn"/],
  [['keys', 'list', '--colour', 'red'], /--colour/],
])('npm run space %j fails with one sentence and exit code 1', async (words, sentence) => {
  const { code, stderr, stdout } = await space(...words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('npm run space fails with one sentence for a wrong token and for an unreachable API', async () => {
  const wrong = await runProgram('scripts/space/main.ts', ['spaces', 'list'], {
    ...environment,
    SPACE_OPERATOR_TOKEN: 'spo_0000000000000000',
  });
  expect(wrong).toMatchObject({ code: 1, stderr: 'Invalid operator token\n' });
  const unreachable = await runProgram('scripts/space/main.ts', ['spaces', 'list'], {
    ...environment,
    SPACE_BASE_URL: 'http://127.0.0.1:9',
  });
  expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The API does not answer/) });
});

test('npm run space --help lists every command', async () => {
  const { code, stdout } = await space('--help');
  expect(code).toBe(0);
  for (const command of ['spaces create', 'keys create', 'keys list', 'keys revoke', 'agents create']) expect(stdout).toContain(command);
});

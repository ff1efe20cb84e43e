import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { eventually, startReceiver } from '@space/runtime/testing';
import { commands } from '../../scripts/space/commands.ts';
import { deadLetterCommands } from '../../scripts/space/dead-letters.ts';
import { createApiRequest } from '../api-request.ts';
import { newPerson } from '../new-person.ts';
import { acceptInvitation, newMember } from '../people.ts';
import { profile } from '../profile.ts';
import { runProgram } from '../program.ts';
import { newSpace } from '../space.ts';
import { answerOf, space, spaceEnvironment } from '../space-command.ts';

// Each command is a program that has to start.
jest.setTimeout(180_000);

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

test('npm run space renames a Space, narrows a key and rolls it', async () => {
  const { space_id, key_id, api_key } = await newSpace();
  expect(await answerOf('spaces', 'rename', '--space', space_id, '--name', 'Acme Ltd')).toMatchObject({ id: space_id, name: 'Acme Ltd' });
  const narrowed = await answerOf('keys', 'update', key_id, '--space', space_id, '--name', 'Reader', '--scopes', 'contacts:read');
  expect(narrowed).toMatchObject({ id: key_id, name: 'Reader', scopes: ['contacts:read'] });
  expect(await answerOf('keys', 'get', key_id, '--space', space_id)).toMatchObject({ id: key_id, scopes: ['contacts:read'] });
  const rolled = await answerOf('keys', 'roll', key_id, '--space', space_id, '--old-valid-hours', '1', '--grants', 'revoke');
  expect(rolled).toMatchObject({ key: { id: key_id }, revoked_grants: 0 });
  for (const secret of [api_key, rolled.api_key])
    expect((await createApiRequest(profile.base_url, secret)('GET', '/contacts')).status).toBe(200);
});

test('npm run space renames an agent and deletes it', async () => {
  const { space_id } = await newSpace();
  const { id } = await answerOf('agents', 'create', '--space', space_id, '--name', 'Scout');
  expect(await answerOf('agents', 'rename', id, '--space', space_id, '--name', 'Concierge')).toMatchObject({ id, name: 'Concierge' });
  expect(await answerOf('agents', 'delete', id, '--space', space_id)).toEqual({ id, deleted: true });
  expect(await answerOf('agents', 'list', '--space', space_id)).toMatchObject({ data: [] });
});

test('npm run space creates an agent and an expiring key for it', async () => {
  const { space_id } = await newSpace();
  const agent = await answerOf('agents', 'create', '--space', space_id, '--name', 'Scout');
  expect(await answerOf('agents', 'list', '--space', space_id)).toMatchObject({ data: [agent] });
  const options = ['--agent', agent.id, '--scopes', 'contacts:read', '--expires', '2099-01-01T00:00:00Z'];
  const { key } = await answerOf('keys', 'create', '--space', space_id, ...options);
  expect(key).toMatchObject({ agent_id: agent.id, catalog_mode: 'everyday', expires_at: '2099-01-01T00:00:00.000Z' });
});

test('npm run space people invites an owner by a link that works once, and lists the owner', async () => {
  const { space_id } = await newSpace();
  const { invitation, url } = await answerOf('people', 'invite', '--space', space_id, '--role', 'owner');
  expect(url).toMatch(new RegExp(`^${profile.console_url}/invitations/wks_invite_\\w+$`));
  const list = () => answerOf('people', 'invitations', '--space', space_id);
  expect((await list()).data).toEqual([invitation]);
  const ada = newPerson('Ada');
  expect((await acceptInvitation(url, ada)).status).toBe(303);
  expect((await acceptInvitation(url, newPerson('Eve'))).status).toBe(404);
  expect((await list()).data).toMatchObject([{ id: invitation.id, accepted_at: expect.any(String) }]);
  const { stdout } = await space('people', 'list', '--space', space_id);
  expect(stdout).toMatch(new RegExp(`^id +role +may_run +person\\.name +person\\.email.*\\nmbr_\\w+ +owner +\\w+ +Ada +${ada.email}`));
});

test('npm run space people changes the role of a member, removes the member and revokes an invitation', async () => {
  const { space_id } = await newSpace();
  const { member_id } = await newMember(space_id, 'viewer');
  const change = (...words: string[]) => answerOf('people', 'role', member_id, ...words, '--space', space_id);
  expect(await change('--role', 'member')).toMatchObject({ role: 'member', may_run: false });
  expect(await change('--may-run', 'yes')).toMatchObject({ role: 'member', may_run: true });
  expect(await answerOf('people', 'remove', member_id, '--space', space_id)).toEqual({ id: member_id, deleted: true });
  expect((await answerOf('people', 'list', '--space', space_id)).data).toEqual([]);
  const { invitation, url } = await answerOf('people', 'invite', '--space', space_id, '--role', 'admin', '--email', 'ada@example.com');
  await answerOf('people', 'revoke-invitation', invitation.id, '--space', space_id);
  expect((await acceptInvitation(url, { ...newPerson(), email: 'ada@example.com' })).status).toBe(404);
});

test('npm run space without --json prints lines for people with the key', async () => {
  const { space_id } = await newSpace();
  const { code, stdout } = await space('keys', 'create', '--space', space_id, '--scopes', 'contacts:read');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^api_key +wks_live_\w{42}$/m);
  expect(stdout).toMatch(/^key\.scopes +contacts:read$/m);
});

test.each([
  [['keys', 'create', '--space', 'spc_none', '--scopes', 'contacts:read'], 1, /There is no Space "spc_none"/],
  [['keys', 'create', '--space', 'spc_none', '--scopes', 'contacts:read', '--approval', 'writes'], 1, /There is no Space "spc_none"/],
  [['keys', 'create', '--scopes', 'contacts:read'], 2, /--space spc_… .*is required/],
  [['keys', 'create', '--space', 'spc_none', '--scopes', 'contacts:fly'], 1, /"contacts:fly" is not a scope/],
  [['keys', 'revoke'], 2, /The id of the key .*is required/],
  [['keys', 'roll', 'key_none', '--space', 'spc_none', '--grants', 'all'], 2, /--grants must be keep or revoke/],
  [['keys', 'roll', 'key_none', '--space', 'spc_none', '--old-valid-hours', '25'], 1, /old_valid_hours/],
  [['spaces', 'delete', 'spc_none'], 2, /--name with the name of the Space is required/],
  [['spaces', 'restore'], 2, /The id of the Space \(spaces list shows the ids\) is required/],
  [['spaces', 'restore', 'spc_none'], 1, /There is no Space "spc_none"/],
  [['keys', 'burn'], 2, /There is no command "keys burn"/],
  [['keys', 'list', '--colour', 'red'], 2, /--colour/],
  [['tables', 'list', '--space', 'spc_none'], 1, /There is no Space "spc_none"/],
  [['tables', 'list', '--space', 'spc_none', '--limit', '0'], 2, /--limit must be a whole number between 1 and 200/],
  [['deliveries', 'list', 'lis_1', '--status', 'lost'], 2, /--status must be one of pending, succeeded/],
  [['open', 'kitchen'], 2, /There is no page "kitchen"; name one of reference/],
  [['tables', 'list', 'extra'], 2, /tables list does not take "extra"\. Usage: npm run space -- tables list \[--limit/],
  [['deliveries', 'resend', 'lis_1', '42', '43', '44'], 2, /deliveries resend does not take "43 44"\./],
  [['open', 'problems', 'now'], 2, /open does not take "now"\./],
  [['deliveries'], 2, /^There is no command "deliveries"\.\n\nUsage: [^\n]*\n\n {2}deliveries list /],
  [['people', 'invite', '--space', 'spc_none'], 2, /--role viewer\|member\|admin\|owner is required/],
  [['people', 'invite', '--space', 'spc_none', '--role', 'king'], 2, /--role must be one of viewer, member, admin, owner/],
  [['people', 'role', 'mbr_1', '--space', 'spc_none'], 2, /--role or --may-run is required/],
  [['people', 'role', 'mbr_1', '--space', 'spc_none', '--may-run', 'maybe'], 2, /--may-run must be yes or no/],
  [['people', 'list', '--space', 'spc_none'], 1, /There is no Space "spc_none"/],
  [['logs', '--level', 'loud'], 2, /--level must be one of debug, info/],
])('npm run space %j fails with the exit code %i and a sentence', async (words, exitCode, sentence) => {
  const { code, stderr, stdout } = await space(...words);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('npm run space fails with one sentence for a wrong token and for an unreachable API', async () => {
  const wrong = await runProgram('scripts/space/main.ts', ['spaces', 'list'], {
    ...spaceEnvironment,
    SPACE_OPERATOR_TOKEN: 'spo_0000000000000000',
  });
  expect(wrong).toMatchObject({ code: 1, stderr: 'Invalid operator token\n' });
  const unreachable = await runProgram('scripts/space/main.ts', ['spaces', 'list'], {
    ...spaceEnvironment,
    SPACE_BASE_URL: 'http://127.0.0.1:9',
  });
  expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The API does not answer/) });
});

test('npm run space --help lists every command, and each command has a help with an example of itself', async () => {
  const { code, stdout } = await space('--help');
  expect(code).toBe(0);
  const names = Object.keys({ ...commands, ...deadLetterCommands });
  for (const name of [...names, 'exit code']) expect(stdout).toContain(name);
  for (const [name, { example }] of Object.entries({ ...commands, ...deadLetterCommands }))
    expect(example).toMatch(new RegExp(`^${name}\\b`));
  const one = await space('rows', 'list', '--help');
  expect(one).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: npm run space -- rows list .*Example:\n {2}npm run space -- rows list tbl_/s),
  });
});

test.each(['deliveries', 'tables', 'events', 'dead-letters'])(
  'npm run space %s --help lists the commands that begin so, and no other',
  async (word) => {
    const { code, stdout, stderr } = await space(word, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const all = Object.entries({ ...commands, ...deadLetterCommands });
    const listed = all.filter(([name]) => name.startsWith(`${word} `)).map(([, { usage }]) => usage);
    expect(listed.length).toBeGreaterThan(0);
    expect(stdout.match(/^ {2}(?=\S).*/gm)?.map((line) => line.trim())).toEqual(listed);
  },
);

test('the usage of each command has as many words as the command takes', () => {
  const all = Object.entries<{ readonly usage: string; readonly most_words?: number }>({ ...commands, ...deadLetterCommands });
  for (const [name, { usage, most_words = 0 }] of all) {
    const [words = ''] = usage.slice(name.length).split(/ \[?--/, 1);
    const named = words.split(' ').filter((word) => /^[<[]/.test(word)).length;
    expect([name, named]).toEqual([name, most_words === Number.POSITIVE_INFINITY ? 1 : most_words]);
  }
});

test('npm run space lists tables as aligned columns, and rows with their cells, at most as many as asked for', async () => {
  const { space_id, client } = await newSpace();
  const table = await client.tables.create({ name: 'Deals', columns: [{ key: 'title', label: 'Title', type: 'text' }] });
  for (const title of ['Engine', 'Loom\u001b[2J', 'x'.repeat(3_000)]) await client.rows.create({ table_id: table.id, data: { title } });
  const tables = await space('tables', 'list', '--space', space_id);
  expect(tables.stdout).toMatch(new RegExp(`^id +name +slug +updated_at\\n${table.id} +Deals +deals +\\d{4}-`));
  const first = await space('rows', 'list', table.id, '--space', space_id, '--limit', '2');
  expect(first.stdout).toMatch(/^id +title\nrow_\w+ +Engine$/m);
  expect(first.stdout).not.toContain('\u001b');
  expect(first.stdout).toContain('There are more; this shows the first 2.');
  const all = await space('rows', 'list', table.id, '--space', space_id);
  expect(all.stdout).not.toContain('There are more');
  expect(all.stdout.length).toBeLessThan(2_000);
  expect((await answerOf('rows', 'list', table.id, '--space', space_id, '--search', 'Engine')).data).toMatchObject([
    { data: { title: 'Engine' } },
  ]);
  expect(
    (await answerOf('keys', 'list', '--space', space_id)).data.filter((key: { revoked_at: string | null }) => !key.revoked_at),
  ).toHaveLength(1);
});

test('npm run space shows the deliveries of a webhook and sends one again', async () => {
  const { space_id, client } = await newSpace();
  const receiver = await startReceiver(profile.certificate);
  try {
    const { subscription } = await client.event_subscriptions.create({
      kind: 'webhook',
      name: 'Hook',
      url: receiver.url,
      event_types: ['contact_created'],
    });
    await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect((await space('webhooks', 'list', '--space', space_id)).stdout).toMatch(new RegExp(`^${subscription.id} +Hook +true`, 'm'));
    const list = () => answerOf('deliveries', 'list', subscription.id, '--space', space_id);
    await eventually(async () => expect((await list()).data).toMatchObject([{ status: 'succeeded' }]), { timeout: 20_000 });
    const shown = await space('deliveries', 'list', subscription.id, '--space', space_id, '--status', 'succeeded');
    expect(shown.stdout).toMatch(/^\d+ +succeeded +contact_created +evt_\w+ +1 +20\d/m);
    const [{ delivery_id }] = (await list()).data;
    expect(await answerOf('deliveries', 'resend', subscription.id, String(delivery_id), '--space', space_id)).toMatchObject({
      delivery_id,
    });
    await eventually(() => expect(receiver.received).toHaveLength(2), { timeout: 20_000 });
  } finally {
    await receiver.close();
  }
});

test('npm run space events tail prints events as they occur and deletes its feed', async () => {
  const { space_id, client } = await newSpace();
  const tail = space('events', 'tail', '--space', space_id, '--types', 'contact_created', '--count', '2');
  await eventually(async () => expect((await client.event_subscriptions.list({ kind: 'feed' })).data).toHaveLength(1), { timeout: 30_000 });
  for (const name of ['Ada', 'Eve']) await client.contacts.create({ name, email: `${name}@example.com` });
  const { code, stdout } = await tail;
  expect(code).toBe(0);
  expect(stdout.match(/^\S+Z {2}contact_created +evt_\w+ {2}\{.*"(?:Ada|Eve)"/gm)).toHaveLength(2);
  expect((await client.event_subscriptions.list({ kind: 'feed' })).data).toEqual([]);
});

test('npm run space status shows the address, the version and the storage, and open prints the address of a page', async () => {
  const { space_id } = await newSpace();
  expect(await answerOf('status', '--space', space_id)).toMatchObject({
    address: profile.base_url,
    version: expect.any(String),
    storage: { rows: {} },
  });
  for (const page of ['problems', 'operator']) {
    const { code, stdout } = await runProgram('scripts/space/main.ts', ['open', page, '--json'], { ...spaceEnvironment, BROWSER: 'true' });
    expect(code).toBe(0);
    const { address } = JSON.parse(stdout);
    expect(address).toMatch(new RegExp(`/docs/${page}$`));
    expect((await fetch(address)).status).toBe(200);
  }
});

test('npm run space logs prints the newest lines of the log that match', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'space-logs-'));
  const line = (n: number) =>
    JSON.stringify({
      level: n % 2 ? 'warn' : 'info',
      time: '2026-11-23T10:00:00.000Z',
      service: 's',
      msg: `line ${n}`,
      request_id: `r${n}`,
    });
  await writeFile(join(folder, 'space.log'), `${Array.from({ length: 99 }, (_, n) => line(n)).join('\n')}\n{"half`);
  const logs = async (...words: string[]) =>
    (await runProgram('scripts/space/main.ts', ['logs', ...words], { ...spaceEnvironment, SPACE_DATA_DIR: folder })).stdout
      .trim()
      .split('\n');
  expect(await logs('--lines', '2')).toEqual([
    '2026-11-23T10:00:00.000Z WARN  line 97 request_id=r97',
    '2026-11-23T10:00:00.000Z INFO  line 98 request_id=r98',
  ]);
  expect(await logs('--level', 'warn', '--lines', '1')).toEqual([expect.stringContaining('line 97')]);
  expect(await logs('--request', 'r5', '--json')).toEqual([line(5)]);
  expect(await logs()).toHaveLength(50);
  await rm(folder, { recursive: true });
});

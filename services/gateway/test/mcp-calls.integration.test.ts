import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EVERYDAY_RECENCY_DAYS } from '@space/contracts/platform';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

const DAY_MS = 86_400_000;

let api: Api;
let token: string;
let space: string;
beforeAll(async () => {
  api = await startApi();
  space = await api.newSpace();
  ({ api_key: token } = await api.newKey(space, { scopes: ['contacts:read', 'contacts:write', 'agents:read'] }));
});
afterAll(() => api.stop());

const rpc = async (method: string, params: object, key = token) =>
  (await api.send('POST', '/v1/mcp', { token: key, body: { jsonrpc: '2.0', id: 1, method, params } })).body;
/** Returns the result of a tool without the facts about its call, which differ for each. */
const tool = async (name: string, args: object = {}, key = token) => {
  const { _meta, ...result } = (await rpc('tools/call', { name, arguments: args }, key)).result;
  return result;
};
const namesOf = async (key = token): Promise<string[]> =>
  (await rpc('tools/list', {}, key)).result.tools.map(({ name }: { name: string }) => name);

let count = 0;
const person = () => {
  count += 1;
  return { name: 'Ada', email: `ada${count}@example.com` };
};

describe('call_tool', () => {
  test('calls a tool by its own name or by its family, like a direct call', async () => {
    const { structuredContent: made } = await tool('call_tool', { name: 'create_contact', arguments: person() });
    const read = { id: made.id };
    const direct = (await tool('get_contact', read)).structuredContent;
    expect((await tool('call_tool', { name: 'get_contact', arguments: read })).structuredContent).toEqual(direct);
    expect((await tool('call_tool', { name: 'contacts', arguments: { action: 'get', ...read } })).structuredContent).toEqual(direct);
    expect((await tool('contacts', { action: 'get', ...read })).structuredContent).toEqual(direct);
  });

  test('rejects itself, an unknown tool, a missing scope and a write with read_only', async () => {
    const refusal = async (args: object) => (await tool('call_tool', args)).structuredContent.error;
    expect(await refusal({ name: 'call_tool', arguments: { name: 'list_contacts' } })).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'name' }],
    });
    expect(await refusal({ name: 'search_tools', arguments: {} })).toMatchObject({ code: 'invalid' });
    expect(await refusal({ name: 'list_tables' })).toMatchObject({ code: 'missing_scope', missing_scope: 'tables:read' });
    expect(await refusal({ name: 'tables', arguments: { action: 'list' } })).toMatchObject({ code: 'missing_scope' });
    expect(await refusal({ name: 'list_contcts' })).toMatchObject({ code: 'not_found', message: expect.stringContaining('list_contacts') });
    expect(await refusal({ name: 'create_contact', arguments: person(), read_only: true })).toMatchObject({ code: 'invalid' });
    expect(await refusal({ name: 7, argumnts: {} })).toMatchObject({ code: 'invalid', errors: [{ path: 'name' }, { path: 'argumnts' }] });
  });
});

describe('use_tool', () => {
  const listAt = async (query: string) =>
    (await api.send('POST', `/v1/mcp${query}`, { token, body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } })).body;

  test('is listed in place of call_tool at an address that asks for it, and nowhere else', async () => {
    const { tools: plain } = (await listAt('')).result;
    const { tools: renamed } = (await listAt('?call_tool=use_tool')).result;
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(renamed)).toEqual(names(plain).map((name) => (name === 'call_tool' ? 'use_tool' : name)));
    expect(JSON.stringify(renamed)).not.toContain('call_tool');
    expect(Object.keys(renamed[1].inputSchema.properties).slice(0, 2)).toEqual(['tool', 'input']);
    expect(renamed.slice(2)).toEqual(plain.slice(2));
    expect((await listAt('?call_tool=call_tool')).result.tools).toEqual(plain);
    expect((await listAt('?call_tool=other')).error.message).toContain('use_tool');
  });

  test('is the same call as call_tool, with the same checks', async () => {
    const { structuredContent: made } = await tool('use_tool', { tool: 'create_contact', input: person() });
    expect(await tool('use_tool', { tool: 'get_contact', input: { id: made.id } })).toEqual(
      await tool('call_tool', { name: 'get_contact', arguments: { id: made.id } }),
    );
    for (const args of [
      { tool: 'use_tool' },
      { tool: 'call_tool' },
      { input: {} },
      { tool: 'create_contact', input: person(), read_only: true },
    ])
      expect((await tool('use_tool', args)).structuredContent.error).toMatchObject({ code: 'invalid' });
    expect((await tool('call_tool', { name: 'use_tool' })).structuredContent.error).toMatchObject({ code: 'invalid' });
  });
});

describe('search_tools', () => {
  /** Returns the tools that are found. The answer is text alone. */
  const toolsFor = async (args: object) => {
    const { content, ...rest } = await tool('search_tools', args);
    expect(rest).toEqual({});
    return JSON.parse(content[0].text).tools;
  };

  test('finds tools for a request, with schemas and the missing scope', async () => {
    const tools = await toolsFor({ query: 'note down a new customer with their mail address', detail: 'full' });
    const found = tools.find(({ name }: { name: string }) => name === 'create_contact');
    expect(found).toMatchObject({
      granted: true,
      family: 'contacts',
      action: 'create',
      inputSchema: { type: 'object', required: ['name', 'email'] },
    });
    const [other] = await toolsFor({ query: 'list_tables' });
    expect(other).toMatchObject({ name: 'list_tables', granted: false, missing_scope: 'tables:read' });
    expect((await toolsFor({ query: 'list_contcts', detail: 'names' }))[0]).not.toHaveProperty('inputSchema');
  });

  test('rejects invalid arguments with all errors together', async () => {
    const { error } = (await tool('search_tools', { query: ' ', limit: 21, detail: 'all', page: 2 })).structuredContent;
    expect(error.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['detail', 'limit', 'page', 'query']);
    expect((await tool('search_tools', { query: 'x'.repeat(501) })).isError).toBe(true);
  });
});

describe('the result of a tool', () => {
  test('warns of text that people wrote', async () => {
    const { structuredContent, content } = await tool('list_contacts');
    expect(structuredContent.untrusted).toMatch(/treat it as data/);
    expect(content[0].text).toContain(structuredContent.untrusted);
  });

  test('warns of text that people wrote in an error', async () => {
    expect((await tool('get_contact', { id: 'con_nobody' })).structuredContent.untrusted).toMatch(/treat it as data/);
  });

  test('is truncated at 40 KB with a notice of how to get the rest', async () => {
    for (let made = 0; made < 15; made += 1) await tool('create_contact', { ...person(), bio: 'x'.repeat(4_000) });
    const { content, structuredContent } = await tool('list_contacts');
    expect(Buffer.byteLength(content[0].text)).toBeLessThanOrEqual(40_000);
    expect(structuredContent).toMatchObject({ has_more: true, truncated: expect.stringMatching(/^Showing \d+ of \d+, .* limit \d+/) });
    expect(structuredContent.data.length).toBeGreaterThan(3);
  });
});

describe('verbose', () => {
  test('answers null fields and the times of a resource, which a tool leaves out otherwise', async () => {
    const { structuredContent: made } = await tool('create_contact', person());
    const whole = (await tool('get_contact', { id: made.id, verbose: true })).structuredContent;
    expect(whole).toMatchObject({ id: made.id, phone: null, created_at: expect.any(String), updated_at: expect.any(String) });
    expect(await tool('call_tool', { name: 'get_contact', arguments: { id: made.id }, verbose: true })).toMatchObject({
      structuredContent: whole,
    });
    const compact = (await tool('get_contact', { id: made.id })).structuredContent;
    const { created_at, updated_at, ...rest } = whole;
    expect(compact).toEqual(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)));
    expect((await api.send('GET', `/v1/contacts/${made.id}`, { token })).body).toEqual(
      expect.objectContaining({ phone: null, created_at }),
    );
  });

  test('is refused unless it is a boolean', async () => {
    for (const refused of [
      await tool('list_contacts', { verbose: 'yes' }),
      await tool('call_tool', { name: 'list_contacts', verbose: 'yes' }),
    ])
      expect(refused.structuredContent.error).toMatchObject({ code: 'invalid', errors: [{ path: 'verbose' }] });
  });
});

test('a call that can be undone has its undo, except for a dry run', async () => {
  const { structuredContent: made } = await tool('create_contact', person());
  const untag = { id: made.id, tags: ['vip', 'new'] };
  const undo = { tool: 'tag_contact', arguments: { id: made.id, tags: ['vip'] } };
  await tool('tag_contact', { id: made.id, tags: ['vip'] });
  expect((await tool('untag_contact', { ...untag, dry_run: true })).structuredContent).not.toHaveProperty('undo');
  await tool('tag_contact', { id: made.id, tags: ['vip'] });
  expect((await tool('untag_contact', untag)).structuredContent.undo).toEqual(undo);
  expect((await tool('untag_contact', untag)).structuredContent).not.toHaveProperty('undo');
  await tool(undo.tool, undo.arguments);
  const inFamily = await tool('call_tool', { name: 'contacts', arguments: { action: 'untag', ...untag } });
  expect(inFamily.structuredContent).toMatchObject({ tags: [], undo });
  expect(made.undo).toEqual({ tool: 'delete_contact', arguments: { id: made.id } });
});

describe('dry_run', () => {
  test('answers like the call and stores nothing, over MCP and REST', async () => {
    const fields = person();
    const tried = (await tool('create_contact', { ...fields, dry_run: true })).structuredContent;
    expect(tried).toMatchObject({ ...fields, dry_run: true });
    expect((await tool('get_contact', { id: tried.id })).structuredContent.error).toMatchObject({ code: 'not_found' });
    const others = person();
    const rest = await api.send('POST', '/v1/contacts?dry_run=true', { token, body: others });
    expect([rest.status, rest.headers.get('dry-run')]).toEqual([201, 'true']);
    expect((await api.send('GET', `/v1/contacts/${rest.body.id}`, { token })).status).toBe(404);
    const emails = (await api.send('GET', '/v1/contacts', { token })).body.data.map(({ email }: { email: string }) => email);
    expect([emails.includes(fields.email), emails.includes(others.email)]).toEqual([false, false]);
    expect((await api.send('POST', '/v1/contacts?dry_run=perhaps', { token, body: person() })).body).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'dry_run' }],
    });
    expect((await api.send('GET', '/v1/contacts?dry_run=true', { token })).body).toMatchObject({ code: 'invalid' });
  });
});

test('a tool that updates or deletes runs once for an idempotency key, and its answer is replayed', async () => {
  const { structuredContent: made } = await tool('create_contact', person());
  const gone = { id: made.id, idempotency_key: 'delete-once' };
  const first = await tool('delete_contact', gone);
  expect(first.structuredContent).toEqual({ id: made.id, deleted: true });
  expect(await tool('call_tool', { name: 'contacts', arguments: { action: 'delete', ...gone } })).toEqual(first);
  expect((await tool('delete_contact', { ...gone, id: 'con_other' })).structuredContent.error).toMatchObject({
    code: 'idempotency_mismatch',
  });
  expect((await tool('list_contacts', { idempotency_key: 'x' })).structuredContent.error).toMatchObject({ code: 'invalid' });
});

describe('Everyday tools', () => {
  const actionsOf = async (key: string): Promise<Record<string, string[]>> => {
    const { tools } = (await rpc('tools/list', {}, key)).result;
    type Listed = { name: string; inputSchema: { properties: { action?: { enum: string[] } } } };
    return Object.fromEntries(tools.map(({ name, inputSchema }: Listed) => [name, inputSchema.properties.action?.enum ?? []]));
  };

  test('list a tool in its family for thirty days after a call by name, by family or through call_tool', async () => {
    const { api_key } = await api.newKey(space, { scopes: ['contacts:read', 'contacts:write'], catalog_mode: 'everyday' });
    const core = await actionsOf(api_key);
    expect(Object.keys(core).slice(0, 2)).toEqual(['search_tools', 'call_tool']);
    expect(core.contacts).toEqual(['list', 'create', 'get', 'update', 'tag']);
    await tool('contacts', { action: 'delete', id: 'con_nobody' }, api_key);
    await tool('call_tool', { name: 'untag_contact', arguments: { id: 'con_nobody', tags: ['x'] } }, api_key);
    await tool('list_audiences', {}, api_key);
    await tool('list_tables', {}, api_key);
    const listed = { ...core, contacts: ['list', 'create', 'get', 'update', 'delete', 'tag', 'untag'], audiences: ['list'] };
    expect(await actionsOf(api_key)).toEqual(listed);
    const { clock } = api.ports;
    const called = clock.now();
    clock.set(called + EVERYDAY_RECENCY_DAYS * DAY_MS - 1);
    expect(await actionsOf(api_key)).toEqual(listed);
    clock.set(called + EVERYDAY_RECENCY_DAYS * DAY_MS);
    expect(await actionsOf(api_key)).toEqual(listed);
    clock.set(called + EVERYDAY_RECENCY_DAYS * DAY_MS + 1);
    expect(await actionsOf(api_key)).toEqual(core);
    clock.set(called);
  });

  test('are the mode of every agent’s key', async () => {
    const agent = await newAgent();
    const { api_key } = await api.newKey(space, { agent_id: agent, catalog_mode: 'every' });
    const { api_key: everyday } = await api.newKey(space, { catalog_mode: 'everyday' });
    expect(await namesOf(api_key)).toEqual(await namesOf(everyday));
  });
});

const newAgent = async (): Promise<string> =>
  (await api.send('POST', `/v1/operator/spaces/${space}/agents`, { token: 'an-operator-token-for-tests', body: { name: 'Scout' } })).body
    .id;

describe('the activity log', () => {
  const lines = async (query = '') => (await api.send('GET', `/v1/activity${query}`, { token })).body.data;

  test('has a line for each call with caller, operation, resources and outcome', async () => {
    const { structuredContent: made } = await tool('contacts', { action: 'create', ...person() });
    await api.send('GET', `/v1/contacts/${made.id}`, { token });
    await tool('list_tables');
    await tool('get_contact', { id: 'con_nobody' });
    await eventually(async () => {
      const found = await lines('?limit=200');
      expect(found).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            channel: 'mcp',
            tool: 'create_contact',
            operation: 'contacts.create',
            resource_ids: [made.id],
            outcome: 'ok',
          }),
          expect.objectContaining({ channel: 'rest', tool: null, operation: 'contacts.get', resource_ids: [made.id], outcome: 'ok' }),
          expect.objectContaining({ channel: 'mcp', tool: 'list_tables', outcome: 'missing_scope' }),
          expect.objectContaining({ channel: 'mcp', tool: 'get_contact', resource_ids: ['con_nobody'], outcome: 'not_found' }),
        ]),
      );
      for (const line of found) expect(line.actor).toMatchObject({ kind: 'api_key' });
    });
    expect(await lines(`?resource_id=${made.id}`)).toHaveLength(2);
    expect(await lines('?outcome=missing_scope&channel=mcp')).not.toHaveLength(0);
    for (const { operation } of await lines('?changes=true&limit=200')) expect(operation).not.toMatch(/\.(get|list)$/);
    expect((await tool('list_activity', { limit: 1 })).structuredContent.data).toHaveLength(1);
  });

  test('shows the lines of one Space, and to an agent its own lines only', async () => {
    const { api_key } = await api.newKey(await api.newSpace(), { scopes: ['agents:read'] });
    expect((await api.send('GET', '/v1/activity', { token: api_key })).body.data).toEqual([]);
    const agent = await newAgent();
    const { api_key: agents } = await api.newKey(space, { agent_id: agent, scopes: ['agents:read', 'contacts:read'] });
    await tool('list_contacts', {}, agents);
    await eventually(async () => {
      const { data } = (await api.send('GET', '/v1/activity', { token: agents })).body;
      expect(data.length).toBeGreaterThan(0);
      for (const { actor } of data) expect(actor).toMatchObject({ kind: 'agent', id: agent, name: 'Scout' });
    });
  });
});

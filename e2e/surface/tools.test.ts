import { describe, expect, test } from '@jest/globals';
import { type CatalogEntry, toolCatalog } from '@space/contracts/catalog';
import type { Scope, Tool } from '@space/contracts/core';
import { callTool, mcpPost } from '../journeys/mcp-post.ts';
import { newKey, newSpace, scopesWithout, type TestSpace } from '../space.ts';
import { createFixtures, holderFor, validInput } from './fixtures.ts';
import { newListeningAgent } from './listening-agent.ts';
import { type Arguments, operations, type Routed, sampled } from './operations.ts';
import { scopesOf } from './scopes-of.ts';

/** A tool with its operation. */
interface ToolEntry extends CatalogEntry {
  readonly tool: Tool;
  readonly tool_name: string;
}

const tools: readonly ToolEntry[] = [...toolCatalog.values()].map((entry) => ({ ...entry, tool_name: entry.tool.name }));

/** Returns the operation of a tool with its route; undefined for operations that exist over MCP only. */
const routedOf = ({ operation, ...entry }: ToolEntry): Routed | undefined =>
  operation.route && { ...entry, operation, route: operation.route };

const reads = ({ operation: { route, scope } }: ToolEntry): boolean => (route ? route.method === 'GET' : scope!.endsWith(':read'));

/** Every way to call a tool: by name, as an action of its family, and both through call_tool. */
const callVariants: readonly ((key: string, tool: Tool, args: Arguments) => ReturnType<typeof callTool>)[] = [
  (key, { name }, args) => callTool(key, name, args),
  (key, { family, action }, args) => callTool(key, family, { action, ...args }),
  (key, { name }, args) => callTool(key, 'call_tool', { name, arguments: args }),
  (key, { family, action }, args) => callTool(key, 'call_tool', { name: family, arguments: { action, ...args } }),
];

/** Calls a tool in every way, sequentially. */
async function callInEveryWay(key: string, { tool }: ToolEntry, args: Arguments): Promise<Awaited<ReturnType<typeof callTool>>[]> {
  const results = [];
  for (const way of callVariants) results.push(await way(key, tool, args));
  return results;
}

/** A Space and valid arguments for a tool. */
interface Prepared {
  readonly space: TestSpace;
  readonly args: Arguments;
  /** Creates a key with these scopes for the kind of caller that the tool is for. */
  key(scopes: readonly Scope[]): Promise<string>;
}

async function prepared(entry: ToolEntry): Promise<Prepared> {
  const routed = routedOf(entry);
  if (routed) {
    const space = await newSpace();
    const { preset = {} } = entry.tool;
    const { maker, options } = await holderFor(space, entry.id);
    const all = { ...validInput(routed), ...(await createFixtures(maker, routed)) };
    const args = Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(preset, name)));
    return { space, args, key: async (scopes) => (await newKey(space.space_id, { ...options, scopes: [...scopes] })).api_key };
  }
  const agent = await newListeningAgent();
  const id = Object.hasOwn(entry.operation.input.shape, 'id') ? { id: agent.listener } : {};
  return {
    space: agent,
    args: { ...(entry.operation.example as Arguments | undefined), ...id },
    key: async (scopes) => (await newKey(agent.space_id, { agent_id: agent.agent_id, scopes: [...scopes] })).api_key,
  };
}

const shared = new Map<string, Promise<Prepared>>();

/** Returns a Space and arguments that all calls of a tool share which change nothing: reads, and calls that are rejected. */
function preparedOnce(entry: ToolEntry): Promise<Prepared> {
  const once = shared.get(entry.tool_name) ?? prepared(entry);
  shared.set(entry.tool_name, once);
  return once;
}

/** Returns the response of the operation, without the fields that tools add. */
const answerOf = ({ undo: _undo, untrusted: _untrusted, truncated: _truncated, ...answer }: Arguments): Arguments => answer;

/** Returns true if a compact answer has a field that is null. */
const hasNullField = (answer: Arguments): boolean => Object.values(answer).includes(null);

test.each(sampled(tools))(
  'the tool $tool_name can be called in every way with only its own scope, and returns the result of its operation',
  async (entry) => {
    const { args, key } = await (reads(entry) ? preparedOnce(entry) : prepared(entry));
    const api_key = await key(scopesOf(entry));
    for (const result of await callInEveryWay(api_key, entry, reads(entry) ? args : { ...args, dry_run: true }))
      expect(result).toMatchObject({ structuredContent: reads(entry) ? {} : { dry_run: true } });
    const once = { ...args, verbose: true, ...(reads(entry) ? {} : { idempotency_key: 'once' }) };
    const result = await callTool(api_key, entry.tool.name, once);
    expect({ refused: result.isError === true && result.structuredContent }).toEqual({ refused: false });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    const answer = answerOf(result.structuredContent);
    expect((entry.operation.content?.for_agents ?? entry.operation.output).parse(answer)).toEqual(answer);
    if (!reads(entry)) for (const again of await callInEveryWay(api_key, entry, once)) expect(again).toEqual(result);
    const compact = await callTool(api_key, entry.tool.name, { ...once, verbose: false });
    expect(hasNullField(compact.structuredContent)).toBe(false);
  },
);

/** Keys with every scope except one. */
const keysWithout = new Map<Scope, Promise<string>>();
function keyWithout(scope: Scope): Promise<string> {
  const made = keysWithout.get(scope) ?? newSpace({ scopes: scopesWithout(scope) }).then(({ api_key }) => api_key);
  keysWithout.set(scope, made);
  return made;
}

const scoped = tools.filter(({ operation }) => operation.scope !== undefined);

test.each(sampled(scoped))('the tool $tool_name is rejected in every way for a key with every scope except its own', async (entry) => {
  const scope = entry.operation.scope!;
  for (const result of await callInEveryWay(await keyWithout(scope), entry, {}))
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(scope) }],
      structuredContent: { error: { code: 'missing_scope', missing_scope: scope } },
    });
});

test.each(sampled(tools))('the tool $tool_name rejects an unknown argument and names it', async (entry) => {
  const { space, args } = await preparedOnce(entry);
  const result = await callTool(space.api_key, entry.tool.name, { ...args, surprise: 'x' });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('surprise') }],
    structuredContent: { error: { code: 'invalid' } },
  });
});

test.each(sampled(tools.filter(({ operation }) => operation.route?.path.includes('/:') ?? Object.hasOwn(operation.input.shape, 'id'))))(
  'the tool $tool_name returns not_found in every way for ids of another Space',
  async (entry) => {
    const [{ args }, stranger] = [await preparedOnce(entry), await (entry.operation.route ? newSpace() : newListeningAgent())];
    for (const result of await callInEveryWay(stranger.api_key, entry, args))
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } });
  },
);

test('every operation with a route and a scope has a tool, or names the one that does the same', () => {
  const withTools = new Set(tools.map(({ id }) => id));
  expect(
    operations
      .filter(({ id, operation }) => !withTools.has(id) && operation.counterpart === undefined && !operation.any_key)
      .map(({ id }) => id),
  ).toEqual([]);
});

describe('authorization of an unusual tool call', () => {
  /** Creates a Space with a contact and a key that can only read it. */
  async function readingOnly() {
    const { space_id, client } = await newSpace();
    const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
    const { api_key } = await newKey(space_id, { scopes: ['contacts:read'] });
    return { id, api_key, isThere: async () => (await client.contacts.get({ id })).id === id };
  }
  const post = async (key: string, params: string) =>
    (await mcpPost(key, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)).body;

  test('uses the last value of a duplicate action, in every way of calling', async () => {
    const { id, api_key, isThere } = await readingOnly();
    const twice = (one: string, other: string) => `{"action":"${one}","id":"${id}","action":"${other}"}`;
    for (const params of [
      `{"name":"contacts","arguments":${twice('get', 'delete')}}`,
      `{"name":"call_tool","arguments":{"name":"contacts","arguments":${twice('get', 'delete')}}}`,
      `{"name":"call_tool","arguments":{"name":"get_contact","arguments":{"id":"${id}"},"name":"delete_contact"}}`,
    ])
      expect((await post(api_key, params)).result.structuredContent.error).toMatchObject({ code: 'missing_scope' });
    const read = await post(api_key, `{"name":"contacts","arguments":${twice('delete', 'get')}}`);
    expect(read.result.structuredContent).toMatchObject({ id });
    expect(await isThere()).toBe(true);
  });

  test('rejects tools, actions and arguments in another case', async () => {
    const { id, api_key, isThere } = await readingOnly();
    for (const name of ['Contacts', 'CONTACTS', 'Get_Contact', 'get_contact ', 'Call_Tool']) {
      expect((await post(api_key, JSON.stringify({ name, arguments: { action: 'get', id } }))).error).toMatchObject({ code: -32_602 });
      const through = await callTool(api_key, 'call_tool', { name, arguments: { id } });
      expect(through.structuredContent.error).toMatchObject({ code: 'not_found' });
    }
    for (const action of ['Get', 'GET', 'Delete', 'get ', ['get'], { toString: 'get' }])
      expect((await callTool(api_key, 'contacts', { action, id })).structuredContent.error).toMatchObject({
        code: 'invalid',
        errors: [{ path: 'action' }],
      });
    for (const args of [
      { Action: 'get', id },
      { action: 'get', Action: 'delete', id },
    ])
      expect((await callTool(api_key, 'contacts', args)).structuredContent.error).toMatchObject({ code: 'invalid' });
    expect(await isThere()).toBe(true);
  });
});

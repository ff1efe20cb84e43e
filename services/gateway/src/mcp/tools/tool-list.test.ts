import { describe, expect, jest, test } from '@jest/globals';
import { familyContracts, toolCatalog } from '@space/contracts/catalog';
import { type Operation, scopes } from '@space/contracts/core';
import { MAX_EVERYDAY_LIST_BYTES } from '@space/contracts/platform';
import { encode } from 'gpt-tokenizer';
import { keyWith } from '../../../test/fixtures/key-with.ts';
import type { ListedTool } from './callable-tools.ts';
import { metaTools, useTool } from './meta-tools.ts';
import { createToolCatalog, grantedTools, resolveToolCall } from './tool-catalog.ts';
import { createSerializedToolList, listedTools } from './tool-list.ts';

const catalog = createToolCatalog();
const used = [...new Set([...catalog.tools.values()].flatMap(({ entry }) => entry.operation.scope ?? []))];
/** Returns true if a key with these scopes may call an operation. */
const isAllowed = ({ scope, any_key }: Operation, granted: readonly string[]): boolean => any_key === true || granted.includes(scope!);
/** The actions that the description of a family mentions. */
const actionsDescribed = ({ description }: ListedTool): string[] =>
  [...description.slice(description.indexOf(' Actions: ') + 9).matchAll(/(?<= )([a-z_]+)(?: \([^)]*\))?: (?=[A-Z])/g)].map(
    (match) => match[1]!,
  );

/** Every description in a list: of tools and of their parameters. */
function descriptionsIn(tools: readonly ListedTool[]): string[] {
  const found: string[] = [];
  JSON.stringify(tools, (name, value) => {
    if (name === 'description' && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

/** The empty set, each scope alone, all but each scope, and all scopes. */
const scopeSets = [[], ...used.map((scope) => [scope]), ...used.map((scope) => used.filter((other) => other !== scope)), [...scopes]];

const textOf = (tools: readonly ListedTool[]): string => JSON.stringify({ tools });
const actionsOf = (tool: ListedTool): string[] => (tool.inputSchema.properties?.action?.enum ?? []) as string[];

describe.each(scopeSets.map((set) => [set.join(' ') || 'no scope', set] as const))('a key with %s', (_name, granted) => {
  const key = keyWith(granted);
  const listed = listedTools(catalog, key);

  test('is listed the families of its tools with only the actions it may call', () => {
    const shown = listed
      .slice(metaTools.length)
      .flatMap((family) => actionsOf(family).map((action) => catalog.families.get(family.name)!.actions.get(action)!));
    expect(shown.map(({ tool }) => tool.name).sort()).toEqual(
      grantedTools(catalog, key)
        .map(({ tool }) => tool.name)
        .sort(),
    );
    for (const { entry } of shown) expect(isAllowed(entry.operation, granted)).toBe(true);
  });

  test('sees no action outside its scopes in an enum, a description or a schema', () => {
    for (const family of listed.slice(metaTools.length)) {
      const { actions } = catalog.families.get(family.name)!;
      const hidden = [...actions].filter(([, { entry }]) => !isAllowed(entry.operation, granted));
      for (const [action] of hidden) expect(actionsDescribed(family)).not.toContain(action);
      expect(actionsDescribed(family).sort()).toEqual(actionsOf(family).sort());
      const known = new Set(
        [...actions]
          .filter(([name]) => actionsOf(family).includes(name))
          .flatMap(([, { listed: one }]) => Object.keys(one.inputSchema.properties ?? {})),
      );
      for (const name of Object.keys(family.inputSchema.properties ?? {})) expect(name === 'action' || known.has(name)).toBe(true);
    }
  });

  test('sees for a family the heading and the text of its own contract', () => {
    for (const { name, title, description } of listed.slice(metaTools.length)) {
      const contract = familyContracts.get(name)!;
      expect({ name, title, text: description.split(' Actions: ')[0] }).toEqual({ name, title: contract.tag, text: contract.description });
    }
  });

  test('sees no name of a tool outside its scopes in a description', () => {
    const mentioned = new Set(descriptionsIn(listed).flatMap((text) => text.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? []));
    const hidden = [...catalog.tools].filter(([, { entry }]) => !isAllowed(entry.operation, granted)).map(([name]) => name);
    expect(hidden.filter((name) => mentioned.has(name))).toEqual([]);
  });

  test('sees for a family the worst annotations of its actions', () => {
    for (const family of listed.slice(metaTools.length)) {
      const members = actionsOf(family).map((action) => catalog.families.get(family.name)!.actions.get(action)!.listed.annotations);
      expect(family.annotations).toEqual({
        readOnlyHint: members.every(({ readOnlyHint }) => readOnlyHint),
        destructiveHint: members.some(({ destructiveHint }) => destructiveHint),
        idempotentHint: members.every(({ idempotentHint }) => idempotentHint),
        openWorldHint: members.some(({ openWorldHint }) => openWorldHint),
      });
    }
  });
});

test('resolves a tool by its own name and as an action of its family to the same call', () => {
  const key = keyWith(scopes);
  for (const [name, { tool }] of toolCatalog) {
    const args = { id: 'x' };
    const alone = resolveToolCall(catalog, name, args, key)!;
    const inFamily = resolveToolCall(catalog, tool.family, { action: tool.action, ...args }, key)!;
    expect(inFamily.callable).toBe(alone.callable);
    expect(inFamily.args).toEqual(alone.args);
  }
});

test('rejects an action that is not spelled exactly, and suggests a similar one', () => {
  const key = keyWith(['contacts:read']);
  for (const action of ['LIST', 'list ', 'List', '', 'toString', '__proto__', 7, null, ['list'], undefined])
    expect(() => resolveToolCall(catalog, 'contacts', { action }, key)).toThrow(/must be one of/);
  expect(() => resolveToolCall(catalog, 'contacts', { action: 'lst' }, key)).toThrow(/list/);
});

test('lists no schema with a union at its root, and only names that hosts accept', () => {
  for (const { name, inputSchema, description } of listedTools(catalog, keyWith(scopes))) {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
    expect(inputSchema.type).toBe('object');
    for (const choice of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(Object.keys(inputSchema)).not.toContain(choice);
    expect(description.length).toBeGreaterThan(10);
  }
});

/** The attributes of the plugin class of Semantic Kernel for Python, which makes each tool an attribute and leaves out the others. */
const pluginAttributes = `added_to_kernel args call_tool close command connect description encoding env get_mcp_client get_prompt headers
  kernel load_prompts load_prompts_flag load_tools load_tools_flag logging_callback message_handler name request_timeout
  sampling_auto_approve sampling_callback sampling_consent_callback session sse_read_timeout terminate_on_close timeout url`.split(/\s+/);

test('only call_tool has a name that Semantic Kernel leaves out', () => {
  const names = [...listedTools(catalog, keyWith(scopes)).map(({ name }) => name), ...catalog.tools.keys()];
  expect(names.filter((name) => pluginAttributes.includes(name))).toEqual(['call_tool']);
  expect(pluginAttributes).not.toContain(useTool.name);
});

/** The parameters that Semantic Kernel for Python fills itself, or passes to its own method. */
const filledParameters = ['kernel', 'service', 'execution_settings', 'arguments', 'tool_name', 'self'];

test('only call_tool has a parameter that Semantic Kernel fills itself', () => {
  const all = [useTool, ...listedTools(catalog, keyWith(scopes)), ...[...catalog.tools.values()].map(({ listed }) => listed)];
  const clashing = all.filter(({ inputSchema }) => filledParameters.some((name) => inputSchema.properties?.[name] !== undefined));
  expect(clashing.map(({ name }) => name)).toEqual(['call_tool']);
});

/** Bytes of the list of every tool, for each tool: a new tool may add as much as an average one. */
const BYTES_PER_TOOL = 290;

test.each([
  ['Every tool, all scopes', keyWith(scopes), toolCatalog.size * BYTES_PER_TOOL, 127],
  ['Everyday tools, all scopes', keyWith(scopes, 'everyday'), 15_000, 25],
  ['contacts:read', keyWith(['contacts:read']), 5_120, 10],
])('the serialized list of %s stays within its limit of bytes', (name, key, bytes, entries) => {
  const listed = listedTools(catalog, key);
  const text = textOf(listed);
  process.stderr.write(`tools/list, ${name}: ${listed.length} entries, ${Buffer.byteLength(text)} bytes, ${encode(text).length} tokens\n`);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
  expect(listed.length).toBeLessThanOrEqual(entries);
});

describe('tools/list in Everyday mode', () => {
  const core = listedTools(catalog, keyWith(scopes, 'everyday'));

  const key = keyWith(scopes, 'everyday');
  const others = [...catalog.tools.values()].filter(({ tool }) => !tool.everyday).map(({ tool }) => tool);
  const names = others.map(({ name }) => name);
  const bytesOf = (listed: readonly ListedTool[]): number => Buffer.byteLength(JSON.stringify(listed));
  /** Returns the names of the tools whose actions are listed and that are not part of the core. */
  const recentIn = (listed: readonly ListedTool[]): string[] =>
    others
      .filter(({ family, action }) => listed.some((one) => one.name === family && actionsOf(one).includes(action)))
      .map(({ name }) => name);

  test('adds recent tools as actions of their families: those of the core first, then others in alphabetical order', () => {
    const recent = ['delete_audience', 'untag_contact', 'delete_contact', 'list_contacts', 'list_activity'];
    const listed = listedTools(catalog, key, recent);
    expect(listed.map(({ name }) => name)).toEqual([...core.map(({ name }) => name), 'activity', 'audiences']);
    const [before, after] = [core, listed].map((list) => list.find(({ name }) => name === 'contacts')!);
    expect(actionsOf(after!)).toEqual(['list', 'create', 'get', 'update', 'delete', 'tag', 'untag']);
    expect(Object.keys(after!.inputSchema.properties!).sort()).toEqual([...Object.keys(before!.inputSchema.properties!), 'erase'].sort());
    for (const one of core.filter(({ name }) => name !== 'contacts')) expect(listed).toContainEqual(one);
  });

  test.each([
    ['30 tools', names.slice(0, 30)],
    ['30 other tools', names.slice(-30)],
    ['every tool', names],
  ])('has at most 16 KB for a key that called %s, without those that were called longest ago', (_name, recent) => {
    const listed = listedTools(catalog, key, recent);
    const shown = recentIn(listed);
    process.stderr.write(`Everyday list, ${recent.length} recent tools: ${bytesOf(listed)} bytes, ${shown.length} of them shown\n`);
    expect(bytesOf(listed)).toBeLessThanOrEqual(MAX_EVERYDAY_LIST_BYTES);
    expect(shown.length).toBeGreaterThan(3);
    expect(recent.slice(0, shown.length).sort()).toEqual(shown.sort());
    expect(bytesOf(listedTools(catalog, key, recent.slice(0, shown.length)))).toBe(bytesOf(listed));
    for (const { name } of core) expect(listed.map((one) => one.name)).toContain(name);
  });

  test('shows every recent tool that fits', () => {
    for (let count = 1; count < 5; count += 1) expect(recentIn(listedTools(catalog, key, names.slice(0, count)))).toHaveLength(count);
  });

  test.each([
    ['some tools', names.slice(0, 3)],
    ['every tool', names],
  ])('is serialized once for a key that calls %s in turn', (_name, recent) => {
    const serialized = createSerializedToolList(catalog);
    const first = serialized(key, recent);
    expect(first).toBe(JSON.stringify(listedTools(catalog, key, recent)));
    const again = ['list_contacts', 'nothing', recent[2]!, ...recent.filter((name) => name !== recent[2])];
    const stringify = jest.spyOn(JSON, 'stringify');
    try {
      expect([serialized(key, again), stringify.mock.calls.length]).toEqual([first, 0]);
    } finally {
      stringify.mockRestore();
    }
    expect(first).toBe(JSON.stringify(listedTools(catalog, key, again)));
  });

  test('contains no tool outside the scopes, recent or not', () => {
    const listed = listedTools(catalog, keyWith(['contacts:read'], 'everyday'), ['create_contact', 'delete_table', 'nothing']);
    expect(listed.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['create_contact']));
    for (const { name } of listed.slice(metaTools.length)) expect(['contacts', 'tags', 'audiences', 'me']).toContain(name);
  });

  test('does not change permissions: a tool that is not listed can be called', () => {
    const key = keyWith(scopes, 'everyday');
    expect(core.map(({ name }) => name)).not.toContain('delete_table');
    expect(resolveToolCall(catalog, 'delete_table', {}, key)?.callable.tool.name).toBe('delete_table');
  });
});

import { describe, expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { scopes } from '@space/contracts/core';
import { encode } from 'gpt-tokenizer';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { singleCall, toolCatalogue, toolsOf } from './tool-catalog.ts';
import { listedTools } from './tool-list.ts';
import type { ListedTool } from './tools.ts';

const catalogue = toolCatalogue();
const used = [...new Set([...catalogue.tools.values()].map(({ entry }) => entry.operation.scope!))];
/** The actions that the text of a family tells of. */
const actionsTold = ({ description }: ListedTool): string[] =>
  [...description.slice(description.indexOf(' Actions: ') + 9).matchAll(/(?<= )([a-z_]+)(?: \([^)]*\))?: (?=[A-Z])/g)].map(
    (match) => match[1]!,
  );

/** Every description in a list, of tools and of their parameters. */
function descriptionsIn(tools: readonly ListedTool[]): string[] {
  const found: string[] = [];
  JSON.stringify(tools, (name, value) => {
    if (name === 'description' && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

/** No scope, each alone, all but each, and all. */
const scopeSets = [[], ...used.map((scope) => [scope]), ...used.map((scope) => used.filter((other) => other !== scope)), [...scopes]];

const textOf = (tools: readonly ListedTool[]): string => JSON.stringify({ tools });
const actionsOf = (tool: ListedTool): string[] => (tool.inputSchema.properties?.action?.enum ?? []) as string[];

describe.each(scopeSets.map((set) => [set.join(' ') || 'no scope', set] as const))('a key with %s', (_name, granted) => {
  const key = keyWith(granted);
  const listed = listedTools(catalogue, key);

  test('is listed the families of its tools with just the actions it may call', () => {
    const shown = listed
      .slice(2)
      .flatMap((family) => actionsOf(family).map((action) => catalogue.families.get(family.name)!.actions.get(action)!));
    expect(shown.map(({ tool }) => tool.name).sort()).toEqual(
      toolsOf(catalogue, key)
        .map(({ tool }) => tool.name)
        .sort(),
    );
    for (const { entry } of shown) expect(granted).toContain(entry.operation.scope);
  });

  test('reads of no action outside its scopes, neither in an enum nor in a text nor in a schema', () => {
    for (const family of listed.slice(2)) {
      const { actions } = catalogue.families.get(family.name)!;
      const hidden = [...actions].filter(([, { entry }]) => !granted.includes(entry.operation.scope!));
      for (const [action] of hidden) expect(actionsTold(family)).not.toContain(action);
      expect(actionsTold(family).sort()).toEqual(actionsOf(family).sort());
      const known = new Set(
        [...actions]
          .filter(([name]) => actionsOf(family).includes(name))
          .flatMap(([, { listed: one }]) => Object.keys(one.inputSchema.properties ?? {})),
      );
      for (const name of Object.keys(family.inputSchema.properties ?? {})) expect(name === 'action' || known.has(name)).toBe(true);
    }
  });

  test('reads the name of no tool outside its scopes, in no text that it is listed', () => {
    const told = new Set(descriptionsIn(listed).flatMap((text) => text.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? []));
    const hidden = [...catalogue.tools].filter(([, { entry }]) => !granted.includes(entry.operation.scope!)).map(([name]) => name);
    expect(hidden.filter((name) => told.has(name))).toEqual([]);
  });

  test('may do with a family at worst what the worst of its actions does', () => {
    for (const family of listed.slice(2)) {
      const members = actionsOf(family).map((action) => catalogue.families.get(family.name)!.actions.get(action)!.listed.annotations);
      expect(family.annotations).toEqual({
        readOnlyHint: members.every(({ readOnlyHint }) => readOnlyHint),
        destructiveHint: members.some(({ destructiveHint }) => destructiveHint),
        idempotentHint: members.every(({ idempotentHint }) => idempotentHint),
        openWorldHint: members.some(({ openWorldHint }) => openWorldHint),
      });
    }
  });
});

test('every tool is called by its own name and as an action of its family, and both are one', () => {
  const key = keyWith(scopes);
  for (const [name, { tool }] of toolCatalog) {
    const args = { id: 'x' };
    const alone = singleCall(catalogue, name, args, key)!;
    const inFamily = singleCall(catalogue, tool.family, { action: tool.action, ...args }, key)!;
    expect(inFamily.callable).toBe(alone.callable);
    expect(inFamily.args).toEqual(alone.args);
  }
});

test('an action that is spelt otherwise is none', () => {
  const key = keyWith(['contacts:read']);
  for (const action of ['LIST', 'list ', 'List', '', 'toString', '__proto__', 7, null, ['list'], undefined])
    expect(() => singleCall(catalogue, 'contacts', { action }, key)).toThrow(/must be one of/);
  expect(() => singleCall(catalogue, 'contacts', { action: 'lst' }, key)).toThrow(/list/);
});

test('no schema of a list is a choice at its root, and every name fits what hosts take', () => {
  for (const { name, inputSchema, description } of listedTools(catalogue, keyWith(scopes))) {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
    expect(inputSchema.type).toBe('object');
    for (const choice of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(Object.keys(inputSchema)).not.toContain(choice);
    expect(description.length).toBeGreaterThan(10);
  }
});

test.each([
  ['Every tool, all scopes', keyWith(scopes), 60_000, 127],
  ['Everyday tools, all scopes', keyWith(scopes, 'everyday'), 16_384, 25],
  ['contacts:read', keyWith(['contacts:read']), 4_096, 10],
])('the list of %s keeps within its budget', (name, key, bytes, entries) => {
  const listed = listedTools(catalogue, key);
  const text = textOf(listed);
  process.stderr.write(`tools/list, ${name}: ${listed.length} entries, ${Buffer.byteLength(text)} bytes, ${encode(text).length} tokens\n`);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
  expect(listed.length).toBeLessThanOrEqual(entries);
});

describe('Everyday tools', () => {
  const core = listedTools(catalogue, keyWith(scopes, 'everyday'));

  test('are the same bytes, whatever was called lately, with the others behind them in alphabetical order', () => {
    const recent = ['create_audience', 'delete_table', 'list_contacts'];
    const listed = listedTools(catalogue, keyWith(scopes, 'everyday'), recent);
    expect(JSON.stringify(listed.slice(0, core.length))).toBe(JSON.stringify(core));
    expect(listed.slice(core.length).map(({ name }) => name)).toEqual(['create_audience', 'delete_table']);
  });

  test('are nothing that the scopes do not allow, called lately or not', () => {
    const listed = listedTools(catalogue, keyWith(['contacts:read'], 'everyday'), ['create_contact', 'delete_table', 'nothing']);
    expect(listed.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['create_contact']));
    for (const { name } of listed.slice(2)) expect(['contacts', 'tags', 'audiences']).toContain(name);
  });

  test('change no permission: what is not listed is called all the same', () => {
    const key = keyWith(scopes, 'everyday');
    expect(core.map(({ name }) => name)).not.toContain('delete_table');
    expect(singleCall(catalogue, 'delete_table', {}, key)?.callable.tool.name).toBe('delete_table');
  });
});

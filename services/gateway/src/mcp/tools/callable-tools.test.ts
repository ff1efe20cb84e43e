import { expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { scopes } from '@space/contracts/core';
import { keyWith } from '../../../test/fixtures/key-with.ts';
import { createCallableTools, toolListDocument } from './callable-tools.ts';
import { createToolCatalog, grantedTools } from './tool-catalog.ts';

const tools = [...createCallableTools().values()];
const namesFor = (granted: readonly string[]) => grantedTools(createToolCatalog(), keyWith(granted)).map(({ tool }) => tool.name);

test('a key with every scope is granted every tool, always in the same order', () => {
  expect(namesFor(scopes)).toEqual([...toolCatalog.keys()]);
  expect(toolListDocument()).toEqual(toolListDocument());
});

test('a key is granted only the tools of its scopes, and the one that serves every key', () => {
  expect(namesFor([])).toEqual(['get_me']);
  expect(namesFor(['contacts:read']).length).toBeGreaterThan(1);
  for (const name of namesFor(['contacts:read']))
    expect(toolCatalog.get(name)!.operation.scope ?? name).toBe(name === 'get_me' ? name : 'contacts:read');
});

test.each(tools)('$tool.name has a name and a schema that every client accepts', ({ listed }) => {
  expect(listed.name).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
  expect(listed.description.length).toBeGreaterThan(10);
  const { type, properties, additionalProperties, ...rest } = listed.inputSchema;
  expect([type, additionalProperties]).toEqual(['object', false]);
  expect(Object.keys(rest).filter((key) => key !== 'required' && key !== '$defs')).toEqual([]);
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining([...(listed.inputSchema.required ?? [])]));
  expect(JSON.stringify(listed)).not.toMatch(/#\/\$defs\/__/);
});

test.each(tools)('$tool.name has the annotations of its operation', ({ entry, listed }) => {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = listed.annotations;
  const { route, scope } = entry.operation;
  const method = route?.method;
  expect(readOnlyHint).toBe(route ? method === 'GET' : scope!.endsWith(':read'));
  if (readOnlyHint) expect([destructiveHint, idempotentHint, openWorldHint]).toEqual([false, true, false]);
  if (method === 'DELETE') expect(destructiveHint).toBe(true);
});

test('tools that reach outside or destroy something have the hints for it', () => {
  const hints = (name: string) => tools.find(({ tool }) => tool.name === name)!.listed.annotations;
  expect(hints('test_event_webhook').openWorldHint).toBe(true);
  expect(hints('rotate_event_webhook_secret').destructiveHint).toBe(true);
  for (const name of [
    'upsert_table_rows',
    'revert_table_row',
    'cancel_social_post',
    'reschedule_booking',
    'publish_page',
    'publish_blog_post',
  ])
    expect({ name, ...hints(name) }).toMatchObject({ name, destructiveHint: true });
  expect(hints('publish_page').openWorldHint).toBe(true);
  expect(hints('create_contact')).toEqual({ readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false });
});

test.each(tools)('$tool.name takes an idempotency key if and only if it writes', ({ listed }) => {
  expect(Object.hasOwn(listed.inputSchema.properties!, 'idempotency_key')).toBe(!listed.annotations.readOnlyHint);
});

test('no input schema is larger than eight kilobytes', () => {
  for (const { tool, listed } of tools)
    expect({ name: tool.name, isShort: JSON.stringify(listed.inputSchema).length <= 8_192 }).toEqual({ name: tool.name, isShort: true });
});

test('a preset field is not an argument of its tool', () => {
  const { inputSchema } = tools.find(({ tool }) => tool.name === 'create_event_webhook')!.listed;
  expect(Object.keys(inputSchema.properties!)).not.toContain('kind');
  expect(inputSchema.required).not.toContain('kind');
});

test('a tool whose calls cannot be undone says why', () => {
  const reason = 'Cannot be undone: it changes nothing.';
  const saying = tools.filter(({ listed }) => listed.description.includes('Cannot be undone: ')).map(({ tool }) => tool.name);
  expect(saying).toEqual(tools.filter(({ entry }) => entry.operation.no_undo !== undefined).map(({ tool }) => tool.name));
  for (const { listed } of tools) expect(listed.description.match(/cannot be undone/gi)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(tools.find(({ tool }) => tool.name === 'check_table_formula')!.listed.description).toMatch(new RegExp(`${reason}$`));
});

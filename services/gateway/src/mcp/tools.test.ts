import { expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { scopes } from '@space/contracts/core';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { toolCatalogue, toolsOf } from './tool-catalog.ts';
import { callableTools, toolListDocument } from './tools.ts';

const tools = [...callableTools().values()];
const namesFor = (granted: readonly string[]) => toolsOf(toolCatalogue(), keyWith(granted)).map(({ tool }) => tool.name);

test('every tool of the catalogue is shown to a key with every scope, in the same order every time', () => {
  expect(namesFor(scopes)).toEqual([...toolCatalog.keys()]);
  expect(toolListDocument()).toEqual(toolListDocument());
});

test('a key is shown the tools of its scopes and no other', () => {
  expect(namesFor(['contacts:read']).length).toBeGreaterThan(0);
  for (const name of namesFor(['contacts:read'])) expect(toolCatalog.get(name)!.operation.scope).toBe('contacts:read');
  expect(namesFor([])).toEqual([]);
});

test.each(tools)('$tool.name has a name and a schema that every client takes', ({ listed }) => {
  expect(listed.name).toMatch(/^[a-z][a-z0-9_]{0,49}$/);
  expect(listed.description.length).toBeGreaterThan(10);
  const { type, properties, additionalProperties, ...rest } = listed.inputSchema;
  expect([type, additionalProperties]).toEqual(['object', false]);
  expect(Object.keys(rest).filter((key) => key !== 'required' && key !== '$defs')).toEqual([]);
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining([...(listed.inputSchema.required ?? [])]));
  expect(JSON.stringify(listed)).not.toMatch(/#\/\$defs\/__/);
});

test.each(tools)('$tool.name says what a host may do without asking', ({ entry, listed }) => {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = listed.annotations;
  const { route, scope } = entry.operation;
  const method = route?.method;
  expect(readOnlyHint).toBe(route ? method === 'GET' : scope!.endsWith(':read'));
  if (readOnlyHint) expect([destructiveHint, idempotentHint, openWorldHint]).toEqual([false, true, false]);
  if (method === 'DELETE') expect(destructiveHint).toBe(true);
});

test('a test delivery reaches outside, a new secret takes the old one away', () => {
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

test.each(tools)('$tool.name takes an idempotency key exactly when it does more than read', ({ listed }) => {
  expect(Object.hasOwn(listed.inputSchema.properties!, 'idempotency_key')).toBe(!listed.annotations.readOnlyHint);
});

test('no input schema is longer than eight kilobytes', () => {
  for (const { tool, listed } of tools)
    expect({ name: tool.name, isShort: JSON.stringify(listed.inputSchema).length <= 8_192 }).toEqual({ name: tool.name, isShort: true });
});

test('what a tool has fixed is no argument of it', () => {
  const { inputSchema } = tools.find(({ tool }) => tool.name === 'create_event_webhook')!.listed;
  expect(Object.keys(inputSchema.properties!)).not.toContain('kind');
  expect(inputSchema.required).not.toContain('kind');
});

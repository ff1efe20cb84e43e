import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Enrichment, enrichedSample } from '../core/event.ts';
import { pathParameters } from '../core/operation.ts';
import { scopes } from '../core/scope.ts';
import { eventTypes, TEST_EVENT_TYPE } from '../events/event-types.ts';
import { type CatalogEntry, catalog, contracts, publicCatalog, toolCatalog } from './catalog.ts';

const tools = catalog.flatMap((entry) => (entry.operation.tools ?? []).map((tool) => ({ ...entry, tool })));
const routes = catalog.flatMap(({ id, operation: { route } }) => (route ? [{ id, route }] : []));
const each = (entries: readonly CatalogEntry[]) => entries.map((entry) => [entry.id, entry] as const);
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

describe('in the catalogue', () => {
  test('no id, subject, contract name, route or tool stands twice', () => {
    expect(twice(catalog.map(({ id }) => id))).toEqual([]);
    expect(twice(catalog.map(({ subject }) => subject))).toEqual([]);
    expect(twice(Object.values(contracts).map(({ name }) => name))).toEqual([]);
    expect(twice(routes.map(({ route }) => `${route.method} ${route.path.replaceAll(/:[a-z_]+/g, ':')}`))).toEqual([]);
    expect(twice(tools.map(({ tool }) => tool.name))).toEqual([]);
    expect(twice(tools.map(({ tool }) => `${tool.family} ${tool.action}`))).toEqual([]);
    expect(toolCatalog.size).toBe(tools.length);
  });

  test('no tool has the name of a family or of one of the two that are always there', () => {
    const families = new Set(tools.map(({ tool }) => tool.family));
    expect(tools.filter(({ tool }) => families.has(tool.name) || ['search_tools', 'call_tool'].includes(tool.name))).toEqual([]);
  });

  test('every event type is emitted by some operation, and nothing else is', () => {
    const emitted = catalog.flatMap(({ operation }) => operation.emits?.map(({ type }) => type) ?? []);
    expect(new Set(emitted)).toEqual(new Set(eventTypes.keys()));
    expect(eventTypes.has(TEST_EVENT_TYPE)).toBe(false);
  });
});

/** Why some operations that are no reads emit nothing; every other one names the event types it emits. */
const silent: Readonly<Record<string, string>> = {
  'columns.check_formula': 'a question that changes nothing',
  'deliveries.test': 'a test is no happening; the delivery log tells it',
  'deliveries.resend': 'the event is an earlier one; the delivery log tells it',
  'deliveries.recover': 'the events are earlier ones; the delivery log tells it',
  'form_files.upload': 'a file is nothing before a submission names it; form_submission tells that',
};

test('every operation that changes something in a Space names the events it emits', () => {
  const changing = publicCatalog.filter(({ operation: { route, scope } }) => (route ? route.method !== 'GET' : !scope?.endsWith(':read')));
  const without = changing.filter(({ operation }) => (operation.emits ?? []).length === 0).map(({ id }) => id);
  expect(without.sort()).toEqual(Object.keys(silent).sort());
});

describe.each(each(catalog))('%s', (_id, { operation, subject, name }) => {
  test('says in one line what it does, and its names are words with underscores', () => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]{5,80}[^.\n]$/);
    for (const text of [
      name,
      ...Object.keys(operation.input.shape),
      ...(operation.tools ?? []).flatMap((tool) => [tool.name, tool.family, tool.action]),
    ])
      expect(text).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(subject).toMatch(/^space\.v1\.[a-z_]+\.[a-z_]+$/);
  });

  test('has an input with every parameter of its path, and refuses fields it does not know', () => {
    expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(pathParameters(operation.route?.path ?? '')));
    const unknown = operation.input.safeParse({ surely_not_a_field: 1 });
    expect(unknown.error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))).toEqual([
      'surely_not_a_field',
    ]);
  });

  test('has an example and presets that fit its input', () => {
    if (operation.example) expect(operation.input.safeParse(operation.example).error).toBeUndefined();
    const presets = (operation.tools ?? []).flatMap(({ preset = {} }) => Object.entries(preset));
    for (const [field, value] of presets) expect(operation.input.shape[field]?.safeParse(value).success).toBe(true);
  });

  test('only reads when it is a GET', () => {
    if (operation.route?.method === 'GET')
      expect([operation.emits ?? [], operation.scope?.split(':')[1] ?? 'read', operation.route.status]).toEqual([[], 'read', 200]);
    else if (!operation.route && operation.scope?.endsWith(':read')) expect(operation.emits ?? []).toEqual([]);
    else if (operation.scope) expect(operation.scope).toMatch(/:(write|run)$/);
  });

  test('has schemas that can be shown as JSON Schema', () => {
    expect(() => [z.toJSONSchema(operation.input, { io: 'input' }), z.toJSONSchema(operation.output)]).not.toThrow();
  });
});

test.each(each(publicCatalog))('%s needs a scope that a key can hold', (_id, { operation }) => {
  expect(scopes).toContain(operation.scope);
});

test.each(each(catalog.filter((entry) => !publicCatalog.includes(entry))))(
  '%s is out of reach of keys and agents',
  (_id, { operation }) => {
    expect([operation.scope, operation.tools]).toEqual([undefined, undefined]);
  },
);

describe.each([...eventTypes])('the event type %s', (name, type) => {
  test('has a sample that fits its data to the last key, and filters by keys of its data', () => {
    expect(type.type).toBe(name);
    expect(type.data.strict().parse(type.sample)).toEqual(type.sample);
    expect(type.data.extend(Enrichment.shape).strict().parse(enrichedSample(type))).toEqual(enrichedSample(type));
    expect(Object.keys(type.data.shape)).toEqual(expect.arrayContaining([...type.filters]));
  });

  test('leaves the keys that are added to every event to whoever adds them', () => {
    expect(Object.keys(type.data.shape)).not.toEqual(expect.arrayContaining(['actor']));
    expect(Object.keys(type.data.shape)).not.toEqual(expect.arrayContaining(['actor_kind']));
  });
});

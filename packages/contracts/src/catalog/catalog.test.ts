import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Enrichment, enrichedSample } from '../core/event.ts';
import { type Contract, pathParameters } from '../core/operation.ts';
import { scopes } from '../core/scope.ts';
import { eventTypes, testEvent } from '../events/event-types.ts';
import { type CatalogEntry, catalog, contracts, familyContracts, publicCatalog, toolCatalog } from './catalog.ts';

const tools = catalog.flatMap((entry) => (entry.operation.tools ?? []).map((tool) => ({ ...entry, tool })));
const routes = catalog.flatMap(({ id, operation: { route } }) => (route ? [{ id, route }] : []));
const each = (entries: readonly CatalogEntry[]) => entries.map((entry) => [entry.id, entry] as const);
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

describe('the catalog', () => {
  test('has each id, subject, contract name, route and tool once', () => {
    expect(twice(catalog.map(({ id }) => id))).toEqual([]);
    expect(twice(catalog.map(({ subject }) => subject))).toEqual([]);
    expect(twice(Object.values(contracts).map(({ name }) => name))).toEqual([]);
    expect(twice(routes.map(({ route }) => `${route.method} ${route.path.replaceAll(/:[a-z_]+/g, ':')}`))).toEqual([]);
    expect(twice(tools.map(({ tool }) => tool.name))).toEqual([]);
    expect(twice(tools.map(({ tool }) => `${tool.family} ${tool.action}`))).toEqual([]);
    expect(toolCatalog.size).toBe(tools.length);
  });

  test('has no tool with the name of a family or a meta tool', () => {
    const families = new Set(tools.map(({ tool }) => tool.family));
    expect(tools.filter(({ tool }) => families.has(tool.name) || ['search_tools', 'call_tool', 'read_guide'].includes(tool.name))).toEqual(
      [],
    );
  });

  test('names a counterpart only for an operation without a tool, and it is a tool', () => {
    for (const { operation } of catalog)
      if (operation.counterpart !== undefined) expect([operation.tools, toolCatalog.has(operation.counterpart)]).toEqual([undefined, true]);
  });

  test('has one contract for each family of tools, which has tools in it', () => {
    expect(twice(Object.values<Contract>(contracts).map(({ name, family }) => family ?? name))).toEqual([]);
    for (const family of new Set(tools.map(({ tool }) => tool.family))) {
      const described = familyContracts.get(family)?.name;
      expect({ family, described }).toEqual({ family, described: expect.any(String) });
      expect(tools.filter(({ tool }) => tool.family === family).map(({ contract }) => contract.name)).toContain(described);
    }
  });

  test('names a family only for contracts that have tools in it', () => {
    for (const { name, family } of Object.values<Contract>(contracts))
      if (family !== undefined)
        expect(tools.filter(({ tool, contract }) => tool.family === family && contract.name === name)).not.toEqual([]);
  });

  test('has an operation for every event type, and emits no other type', () => {
    const emitted = catalog.flatMap(({ operation }) => operation.emits?.map(({ type }) => type) ?? []);
    expect(new Set(emitted)).toEqual(new Set(eventTypes.keys()));
    expect(eventTypes.has(testEvent.type)).toBe(false);
  });
});

describe('a period', () => {
  const periods = [
    ['since', 'until'],
    ['from', 'to'],
  ] as const;
  const withPeriod = periods.flatMap(([start, end]) =>
    publicCatalog
      .filter(({ operation: { input } }) => start in input.shape && end in input.shape)
      .map((entry) => ({ ...entry, start, end })),
  );
  const messagesOf = ({ operation, start, end }: (typeof withPeriod)[number], from: string, to: string, more = {}) =>
    (operation.input.safeParse({ ...operation.example, [start]: from, [end]: to, ...more }).error?.issues ?? [])
      .filter(({ path }) => path[0] === end)
      .map(({ message }) => message);

  test('that ends before it starts is refused by every operation that takes one', () => {
    expect(withPeriod.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['contacts.list', 'contacts.delete_bulk', 'events.list', 'activity.list', 'forms.report', 'bookings.list']),
    );
    for (const entry of withPeriod) {
      const { id, start } = entry;
      const sentences = [`must not be before ${start}`];
      expect({ id, found: messagesOf(entry, '2026-05-02T00:00:00Z', '2026-05-01T00:00:00Z') }).toEqual({ id, found: sentences });
      expect({ id, found: messagesOf(entry, '2026-05-01T01:00:00Z', '2026-05-01T02:00[Europe/Berlin]') }).toEqual({ id, found: sentences });
      expect({ id, found: messagesOf(entry, '2026-05-02T00:00:00Z', '2026-05-01T00:00:00Z', { no_such_field: 1 }) }).toEqual({
        id,
        found: sentences,
      });
      expect({ id, found: messagesOf(entry, '2026-05-01T00:00:00Z', '2026-05-01T00:00:00Z') }).toEqual({ id, found: [] });
      for (const none of ['x', { toString: 1 }])
        expect({ id, found: messagesOf(entry, none as string, '2026-05-01T00:00:00Z') }).toEqual({ id, found: [] });
    }
  });
});

/** The reasons why some writing operations emit no event; every other one names its event types. */
const silent: Readonly<Record<string, string>> = {
  'automations.try': 'it calls dry runs and changes nothing',
  'calendar.create_feed': 'it changes no event of the calendar; the activity log has the call',
  'calendar.delete_feed': 'it changes no event of the calendar; the activity log has the call',
  'columns.check_formula': 'it validates and changes nothing',
  'deliveries.test': 'a test is not an event of the Space; the delivery log has it',
  'deliveries.resend': 'the event was emitted before; the delivery log has the attempt',
  'deliveries.resend_bulk': 'the events were emitted before; the delivery log has the attempts',
  'deliveries.recover': 'the events were emitted before; the delivery log has the attempts',
  'form_submissions.create_link': 'an event must not contain the link, and its use emits form_submission',
  'tags.create': 'a tag has no effect until a contact has it, which emits contact_tagged',
  'http_requests.send': 'it changes nothing in the Space; the activity log has the call',
  'assets.create_link': 'an event must not contain the link',
  'asset_uploads.cancel': 'an upload is no asset yet',
  'document_live.ticket': 'an event must not contain the ticket, and changes of the document emit document_updated',
  'whiteboard_live.ticket': 'an event must not contain the ticket, and changes of the whiteboard emit whiteboard_updated',
  'form_files.upload': 'a file has no effect until a submission names it, which emits form_submission',
};

test('every operation that changes a Space names the events it emits', () => {
  const changing = publicCatalog.filter(({ operation: { route, scope } }) => (route ? route.method !== 'GET' : !scope?.endsWith(':read')));
  const without = changing.filter(({ operation }) => (operation.emits ?? []).length === 0).map(({ id }) => id);
  expect(without.sort()).toEqual(Object.keys(silent).sort());
});

test('an answer with a key or a secret is confidential, so that it is stored encrypted and never compressed', () => {
  const showing = catalog.filter(({ operation: { output } }) =>
    /"(?:secret|api_key)":\{/.test(JSON.stringify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))),
  );
  expect(showing.map(({ id }) => id)).toEqual(expect.arrayContaining(['settings.create_key', 'event_subscriptions.rotate_secret']));
  expect(showing.filter(({ operation }) => !operation.confidential).map(({ id }) => id)).toEqual([]);
});

test('an operation names other operations only for fields that it does not have, and by their routes', () => {
  const known = new Set(routes.map(({ route }) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`));
  const ways = catalog.flatMap(({ operation: { input, elsewhere = {} } }) =>
    Object.entries(elsewhere).map(([name, way]) => ({
      isKnown: Object.hasOwn(input.shape, name),
      named: way.match(/[A-Z]+ \/[\w/{}-]+/g),
    })),
  );
  expect(ways.length).toBeGreaterThan(0);
  for (const { isKnown, named } of ways) {
    expect(isKnown).toBe(false);
    expect(named?.filter((route) => !known.has(route))).toEqual([]);
  }
});

/** Returns every description of a JSON Schema. */
const descriptionsIn = (schema: unknown): string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, part]) => (key === 'description' && typeof part === 'string' ? [part] : descriptionsIn(part)));

/** Returns the times of a JSON Schema without the pattern of `moment`: Postgres refuses some years and offsets. */
const unboundedTimesIn = (schema: unknown, path = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { format, pattern } = schema as { readonly format?: unknown; readonly pattern?: unknown };
  if (format === 'date-time') return String(pattern).includes('(?:19|20|21)') ? [] : [path];
  return Object.entries(schema).flatMap(([key, part]) => unboundedTimesIn(part, `${path}/${key}`));
};

test.each(each(publicCatalog))('%s takes only times that Postgres has', (_id, { operation }) => {
  expect(unboundedTimesIn(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }))).toEqual([]);
});

/** Returns the texts that open with a clause instead of a noun or a verb. */
const clausesIn = (texts: readonly (string | undefined)[]) =>
  texts.filter((text) => /^(What|How|Whether|Who|Whom|Whose|Which|Where|When|Why|That)\b/.test(text ?? ''));

test('a description of a contract opens with a noun or a verb', () => {
  expect(clausesIn(Object.values(contracts).map(({ description }) => description))).toEqual([]);
  expect(clausesIn(['What it holds', 'How often', 'Whatsoever', 'Name', undefined])).toEqual(['What it holds', 'How often']);
});

describe.each(each(catalog))('%s', (_id, { operation, subject, name }) => {
  test('has a summary of one line and names in snake_case', () => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]{5,80}[^.\n]$/);
    for (const text of [
      name,
      ...Object.keys(operation.input.shape),
      ...(operation.tools ?? []).flatMap((tool) => [tool.name, tool.family, tool.action]),
    ])
      expect(text).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(subject).toMatch(/^space\.v1\.[a-z_]+\.[a-z_]+$/);
  });

  test('has every path parameter in its input and rejects unknown fields', () => {
    expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(pathParameters(operation.route?.path ?? '')));
    const unknown = operation.input.safeParse({ surely_not_a_field: 1 });
    expect(unknown.error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))).toEqual([
      'surely_not_a_field',
    ]);
  });

  test('has an example and presets that its input accepts', () => {
    if (operation.example) expect(operation.input.safeParse(operation.example).error).toBeUndefined();
    const presets = (operation.tools ?? []).flatMap(({ preset = {} }) => Object.entries(preset));
    for (const [field, value] of presets) expect(operation.input.shape[field]?.safeParse(value).success).toBe(true);
  });

  test('changes nothing when it is a GET', () => {
    if (operation.route?.method === 'GET')
      expect([operation.emits ?? [], operation.scope?.split(':')[1] ?? 'read', operation.route.status]).toEqual([[], 'read', 200]);
    else if (!operation.route && operation.scope?.endsWith(':read')) expect(operation.emits ?? []).toEqual([]);
    else if (operation.scope) expect(operation.scope).toMatch(/:(write|run)$/);
  });

  test('has schemas that convert to JSON Schema, with descriptions that open with a noun or a verb', () => {
    const schemas = [z.toJSONSchema(operation.input, { io: 'input' }), z.toJSONSchema(operation.output)];
    expect(clausesIn([operation.description, ...descriptionsIn(schemas)])).toEqual([]);
  });
});

test.each(each(publicCatalog))('%s has a scope that a key can hold, or only reads and serves any key', (_id, { operation }) => {
  if (operation.any_key) expect([operation.scope, operation.route?.method]).toEqual([undefined, 'GET']);
  else expect(scopes).toContain(operation.scope);
});

test.each(each(catalog.filter((entry) => !publicCatalog.includes(entry))))(
  '%s cannot be called with a key or as a tool',
  (_id, { operation }) => {
    expect([operation.scope, operation.tools]).toEqual([undefined, undefined]);
  },
);

describe.each([...eventTypes])('the event type %s', (name, type) => {
  test('has a sample that matches its data exactly, and filters on fields of its data', () => {
    expect(type.type).toBe(name);
    expect(type.data.strict().parse(type.sample)).toEqual(type.sample);
    expect(type.data.extend(Enrichment.shape).strict().parse(enrichedSample(type))).toEqual(enrichedSample(type));
    expect(Object.keys(type.data.shape)).toEqual(expect.arrayContaining([...type.filters]));
  });

  test('has descriptions that open with a noun or a verb', () => {
    expect(clausesIn(descriptionsIn(z.toJSONSchema(type.data)))).toEqual([]);
  });

  test('does not declare the fields that are added to every event', () => {
    expect(Object.keys(type.data.shape)).not.toEqual(expect.arrayContaining(['actor']));
    expect(Object.keys(type.data.shape)).not.toEqual(expect.arrayContaining(['actor_kind']));
  });
});

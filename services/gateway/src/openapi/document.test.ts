import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { catalog, operatorCatalog, publicCatalog } from '@space/contracts/catalog';
import { pathParameters } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { columnConfigs, viewConfigs } from '@space/contracts/tables';
import { byteDoors } from '@space/contracts/uploads';
import type { z } from 'zod';
import { openApiDocument, operatorApiDocument } from './document.ts';

const BASE = 'https://api.example.com';
const document = JSON.parse(JSON.stringify(openApiDocument(BASE)));
const routed = publicCatalog.flatMap((entry) => (entry.operation.route ? [{ ...entry, route: entry.operation.route }] : []));
const declared = (path: string, method: string, { paths } = document) => paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

test('the document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(document.openapi).toBe('3.1.0');
});

type Node = { readonly [key: string]: unknown };

/** The objects of a document by their JSON pointers. */
type Pointers = ReadonlyMap<string, Node>;

/** Returns every object of the document with its JSON pointer. */
function nodesOf(value: unknown, pointer = '#'): [string, Node][] {
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value).flatMap(([key, part]) =>
    nodesOf(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return Array.isArray(value) ? parts : [[pointer, value as Node], ...parts];
}

const nodes = nodesOf(document);
const byPointer: Pointers = new Map(nodes);
const operators = JSON.parse(JSON.stringify(operatorApiDocument(BASE)));
const operatorRoutes = operatorCatalog.flatMap((entry) => (entry.operation.route ? [{ ...entry, route: entry.operation.route }] : []));

/** Follows references to the first object that is not one. Returns the reason why there is none. */
function follow(ref: string, seen: readonly string[] = []): string | undefined {
  if (seen.includes(ref)) return `${ref} refers to itself`;
  const target = byPointer.get(ref);
  if (!target) return `${ref} does not exist`;
  return typeof target.$ref === 'string' ? follow(target.$ref, [...seen, ref]) : undefined;
}

test('every reference leads to a definition', () => {
  const references = nodes.filter(([, { $ref }]) => typeof $ref === 'string');
  expect(references.length).toBeGreaterThan(100);
  expect(references.flatMap(([pointer, { $ref }]) => follow($ref as string)?.concat(` (at ${pointer})`) ?? [])).toEqual([]);
  expect(byPointer.get('#/components/schemas/Problem')).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['code', 'detail']),
  });
});

test('every required property is declared', () => {
  const missing = nodes.flatMap(([pointer, { required, properties = {} }]) =>
    Array.isArray(required) ? required.filter((name) => !Object.hasOwn(properties as Node, name)).map((name) => `${pointer}: ${name}`) : [],
  );
  expect(missing).toEqual([]);
});

/** Returns the paths of the properties without a description in a schema: through its references, items, unions and records. */
function undescribed(schema: Node, path: string, pointers: Pointers, seen: readonly string[] = []): string[] {
  if (typeof schema.$ref === 'string')
    return seen.includes(schema.$ref) ? [] : undescribed(pointers.get(schema.$ref)!, path, pointers, [...seen, schema.$ref]);
  const inner = [
    schema.items,
    schema.additionalProperties,
    ...((schema.anyOf as unknown[]) ?? []),
    ...((schema.oneOf as unknown[]) ?? []),
    ...((schema.allOf as unknown[]) ?? []),
  ];
  return [
    ...Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(([name, property]) => [
      ...(property.const !== undefined || isDescribed(property, pointers) ? [] : [`${path}.${name}`]),
      ...undescribed(property, `${path}.${name}`, pointers, seen),
    ]),
    ...inner.flatMap((part) => (typeof part === 'object' && part !== null ? undescribed(part as Node, `${path}[]`, pointers, seen) : [])),
  ];
}

/** A parameter: the schema of one of JSON text has the schema of its content. */
interface ParameterObject {
  readonly description?: string;
  readonly schema?: Node & { readonly contentSchema?: Node };
}

const isDescribed = ({ description, $ref }: Node, pointers: Pointers): boolean =>
  typeof description === 'string' || (typeof $ref === 'string' && isDescribed(pointers.get($ref)!, pointers));

test('a property without a description is found in items, unions and references', () => {
  const schema = {
    properties: {
      list: { description: 'List', items: { anyOf: [{ type: 'string' }, { properties: { plain: {} } }] } },
      rule: { description: 'Rule', $ref: '#/components/schemas/Filter' },
      nameless: { additionalProperties: { properties: { deep: {} } } },
    },
  };
  expect(undescribed(schema, 'body', byPointer)).toEqual(['body.list[][].plain', 'body.nameless', 'body.nameless[].deep']);
});

const inDocument = { users: { document, pointers: byPointer }, operators: { document: operators, pointers: new Map(nodesOf(operators)) } };
const documented = [
  ...routed.map((entry) => ({ ...entry, ...inDocument.users })),
  ...operatorRoutes.map((entry) => ({ ...entry, ...inDocument.operators })),
];

test.each(documented)('every parameter and every property of the body of $id has a description, at any depth', (entry) => {
  const { parameters, requestBody } = declared(entry.route.path, entry.route.method, entry.document);
  const fields = {
    ...requestBody?.content['application/json'].schema.properties,
    ...Object.fromEntries(
      parameters.map((parameter: Node) => {
        const { description, schema }: ParameterObject = entry.pointers.get(parameter.$ref as string) ?? parameter;
        return [parameter.name ?? parameter.$ref, { ...(schema?.contentSchema ?? schema), description }];
      }),
    ),
  };
  expect(undescribed({ properties: fields }, 'input', entry.pointers)).toEqual([]);
});

test('every tag has one description', () => {
  const names = document.tags.map(({ name }: { name: string }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(names)).toEqual(new Set(routed.map(({ contract }) => contract.tag)));
});

test('the document names a licence and a contact', () => {
  expect(document.info).toMatchObject({ license: { name: expect.any(String) }, contact: { url: BASE } });
});

test('conditions are named schemas, down to the ones that combine them', () => {
  const { Filter, Condition, FormCondition } = document.components.schemas;
  for (const [union, members] of [
    [Filter, ['AllFilters', 'AnyFilter']],
    [Condition, ['AllConditions', 'AnyCondition', 'NotCondition']],
    [FormCondition, ['AllFormConditions', 'AnyFormCondition', 'NotFormCondition']],
  ] as const)
    expect(union.anyOf).toEqual(expect.arrayContaining(members.map((name) => ({ $ref: `#/components/schemas/${name}` }))));
});

describe('the settings of views and columns', () => {
  const schemas: Readonly<Record<string, Node>> = document.components.schemas;
  const schemaAt = (path: string, method: string) => document.paths[path][method].requestBody.content['application/json'].schema.properties;
  const nameOf = (type: string) => type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const view = '/tables/{table_id}/views';
  const column = '/tables/{table_id}/columns';

  test.each([
    ['ViewConfig', schemaAt(view, 'post').config],
    ['ViewConfig', schemaAt(`${view}/{view_id}`, 'patch').config],
    ['ViewConfig', (schemas.View!.properties as Node).config],
    ['ColumnConfig', schemaAt(column, 'post').field_config],
    ['ColumnConfig', schemaAt(`${column}/{column_id}`, 'patch').field_config],
    ['ColumnConfig', schemaAt('/tables', 'post').columns.items.properties.field_config],
    ['ColumnConfig', (schemas.Column!.properties as Node).field_config],
  ])('are %s in each request and answer, with a short description', (name, schema) => {
    expect(schema.$ref).toBe(`#/components/schemas/${name}`);
    expect(schema.description.length).toBeLessThan(200);
  });

  test.each([
    ['ViewConfig', viewConfigs],
    ['ColumnConfig', columnConfigs],
  ])('%s has a named schema for each type with settings, which allows other keys', (name, configs) => {
    const withSettings = Object.entries<z.ZodObject>(configs).filter(([, { shape }]) => Object.keys(shape).length > 0);
    expect(withSettings.length).toBeGreaterThan(4);
    expect(schemas[name]!.anyOf).toEqual(withSettings.map(([type]) => ({ $ref: `#/components/schemas/${nameOf(type)}${name}` })));
    for (const [type, { shape }] of withSettings) {
      const schema = schemas[`${nameOf(type)}${name}`]!;
      expect(Object.keys(schema.properties as Node)).toEqual(Object.keys(shape));
      expect(schema).not.toHaveProperty('additionalProperties');
    }
    expect(schemas.KanbanViewConfig).toMatchObject({ required: ['stack_by'] });
  });

  test.each([
    ['GridViewConfig', 'filters'],
    ['LookupColumnConfig', 'filter'],
    ['RollupColumnConfig', 'filter'],
    ['CountColumnConfig', 'filter'],
  ])('%s has `%s` as a list of the schema Filter', (name, property) => {
    const { items } = (schemas[name]!.properties as Record<string, Node>)[property]!;
    expect(items).toEqual({ $ref: '#/components/schemas/Filter' });
  });
});

test('the document states the patterns and bounds that the server checks', () => {
  const parameter = (path: string, name: string) =>
    document.paths[path].get.parameters.find((one: { name?: string }) => one.name === name).schema;
  const body = (path: string) => document.paths[path].post.requestBody.content['application/json'].schema.properties;
  expect(parameter('/audiences', 'cursor')).toMatchObject({ minLength: 1, maxLength: 2_560, pattern: '^[\\w-]+$' });
  const name = new RegExp(body('/contacts').name.pattern);
  expect(['Ada', ' Ada Lovelace '].every((text) => name.test(text))).toBe(true);
  expect(['', '  ', 'Ada\n', '\u0000'].some((text) => name.test(text))).toBe(false);
  expect(body('/tables/{table_id}/rows/{row_id}/comments').body).toMatchObject({ minLength: 1, maxLength: 4_000 });
  const { items } = body('/event-subscriptions').event_types;
  expect(items.enum).toEqual(['*', ...eventTypes.keys()]);
  expect(
    document.paths['/event-subscriptions/{id}'].patch.requestBody.content['application/json'].schema.properties.event_types.items,
  ).toEqual(items);
  const time = new RegExp(body('/calendar').starts_at.pattern);
  expect([time.test('2026-01-15T09:30:00+02:00'), time.test('2026-02-30T09:30:00Z'), time.test('2026-01-15t09:30:00z')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(document.components.headers['X-Request-Id'].schema.pattern).toBe('^[\\w.-]{1,128}$');
  expect(document.components.parameters.IdempotencyKey.schema.pattern).toBe('^[\\x20-\\x7e]+$');
});

test('the document has every operation that a Space key can call, the byte doors of the API, and no operator operation', () => {
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const doors = byteDoors
    .filter(({ origin }) => origin === 'api')
    .flatMap(({ name, methods }) => methods.map((method) => `${name}.${method.toLowerCase()}`));
  expect(ids.sort()).toEqual([...routed.map(({ id }) => id), ...doors].sort());
  expect(JSON.stringify(document)).not.toContain('/operator');
  expect(catalog.length).toBeGreaterThan(ids.length);
});

test.each(routed)('$id has its scope, its parameters and its error responses', ({ operation, route }) => {
  const here = declared(route.path, route.method);
  expect(here['x-space-scope']).toBe(operation.scope);
  expect(here.parameters.filter((parameter: { in?: string }) => parameter.in === 'path').map(({ name }: { name: string }) => name)).toEqual(
    pathParameters(route.path),
  );
  const statuses = Object.keys(here.responses);
  expect(statuses).toEqual(expect.arrayContaining([String(route.status), '400', '401', '429', '431', '500', '503', '504']));
  expect(statuses.includes('403')).toBe(!operation.any_key);
  expect(statuses.includes('404')).toBe(pathParameters(route.path).length > 0 || (operation.problems ?? []).includes('not_found'));
  const fields = Object.keys(operation.input.shape).filter((name) => !pathParameters(route.path).includes(name));
  const documented =
    route.method === 'POST' || route.method === 'PATCH'
      ? Object.keys(here.requestBody?.content['application/json'].schema.properties ?? {})
      : here.parameters.filter((parameter: { in?: string }) => parameter.in === 'query').map(({ name }: { name: string }) => name);
  expect(documented).toEqual(fields);
});

test.each(routed.filter(({ operation }) => !operation.content))('the example answer of $id fits its schema', ({ operation, route }) => {
  const { example } = declared(route.path, route.method).responses[route.status].content['application/json'];
  expect(operation.output.safeParse(example)).toMatchObject({ success: true });
});

test.each(routed.filter(({ route }) => route.method === 'POST' || route.method === 'PATCH'))(
  'the example request of $id fits its schema',
  ({ operation, route }) => {
    const here = declared(route.path, route.method);
    const inPath = Object.fromEntries(
      here.parameters
        .filter((parameter: { in?: string }) => parameter.in === 'path')
        .map(({ name, example }: { name: string; example: unknown }) => [name, example]),
    );
    expect(operation.input.safeParse({ ...here.requestBody?.content['application/json'].example, ...inPath })).toMatchObject({
      success: true,
    });
  },
);

test('the document says where the API is', () => {
  expect(document.servers).toEqual([{ url: `${BASE}/v1` }]);
  expect(document.components.responses.Unauthorized.content['application/problem+json'].examples.unauthorized.value.type).toBe(
    `${BASE}/docs/problems#unauthorized`,
  );
});

describe('the document of operators', () => {
  const described = Object.entries<Record<string, Node>>(operators.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(operators))).toEqual({ valid: true });
  });

  test('has exactly the operations that need the operator token', () => {
    expect(described.map(({ operation }) => operation.operationId).sort()).toEqual(operatorCatalog.map(({ id }) => id).sort());
    expect(described.every(({ path }) => path.startsWith('/operator/'))).toBe(true);
  });

  test('names the operator token as the only key, and no scope, no rate limit and no schema of other operations', () => {
    expect(operators.security).toEqual([{ operator: [] }]);
    expect(Object.keys(operators.components.securitySchemes)).toEqual(['operator']);
    for (const { operation } of described) {
      expect(operation.security).toEqual([{ operator: [] }]);
      expect(operation).not.toHaveProperty('x-space-scope');
      expect(operation.description).toContain('Needs the operator token.');
      expect(Object.keys(operation.responses as object)).not.toContain('403');
    }
    expect(JSON.stringify(operators)).not.toMatch(/RateLimit|undefined|missing_scope"\s*:/);
    expect(operators.components.schemas).not.toHaveProperty('Contact');
  });
});

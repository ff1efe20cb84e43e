import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { catalog, publicCatalog } from '@space/contracts/catalog';
import { pathParameters } from '@space/contracts/core';
import { openApiDocument } from './document.ts';

const BASE = 'https://api.example.com';
const document = JSON.parse(JSON.stringify(openApiDocument(BASE)));
const routed = publicCatalog.flatMap((entry) => (entry.operation.route ? [{ ...entry, route: entry.operation.route }] : []));
const declared = (path: string, method: string) => document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

test('the document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(document.openapi).toBe('3.1.0');
});

test('the document has every operation that a Space key can call, and no operator operation', () => {
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual(routed.map(({ id }) => id).sort());
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
  expect(statuses).toEqual(expect.arrayContaining([String(route.status), '400', '401', '403', '429', '500', '503', '504']));
  expect(statuses.includes('404')).toBe(pathParameters(route.path).length > 0 || (operation.problems ?? []).includes('not_found'));
  const fields = Object.keys(operation.input.shape).filter((name) => !pathParameters(route.path).includes(name));
  const documented =
    route.method === 'POST' || route.method === 'PATCH'
      ? Object.keys(here.requestBody?.content['application/json'].schema.properties ?? {})
      : here.parameters.filter((parameter: { in?: string }) => parameter.in === 'query').map(({ name }: { name: string }) => name);
  expect(documented).toEqual(fields);
});

test.each(routed)('the example answer of $id fits its schema', ({ operation, route }) => {
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

import { expect, test } from '@jest/globals';
import { catalog } from '@space/contracts/catalog';
import { type Operation, pathParameters } from '@space/contracts/core';
import { cursorOf } from '../../packages/client/src/pages.ts';
import { type ClientRoute, routes } from '../../packages/client/src/routes.ts';
import { clientRoutes, isInClient } from './route-table.ts';

const table: Readonly<Record<string, ClientRoute>> = routes;
const route = { method: 'GET', path: '/things', status: 200 } as const;

test('the table of the client is that of the catalog', () => {
  expect(table).toEqual(clientRoutes());
  expect(Object.keys(table).length).toBeGreaterThan(200);
});

test('each operation that a key, an operator or a person calls over REST and that answers JSON has its route, and no other has one', () => {
  const callers = catalog.filter(
    ({ operation }) => operation.route && !operation.content && !['internal', 'public'].includes(operation.audience ?? 'key'),
  );
  expect(Object.entries(table).map(([id, { method, path }]) => `${id} ${method} ${path}`)).toEqual(
    callers.map(({ id, operation }) => `${id} ${operation.route!.method} ${operation.route!.path}`),
  );
});

test.each([
  [undefined, true],
  ['operator', true],
  ['person', true],
  ['internal', false],
  ['public', false],
])('an operation with a route and the audience %s is in the client: %s', (audience, expected) => {
  expect(isInClient({ route, audience } as Operation)).toBe(expected);
  expect(isInClient({ audience } as Operation)).toBe(false);
});

/** Lists that answer all entries in one page, and take no cursor. */
const WHOLE_LISTS = ['columns.list', 'event_types.list'];

test('arguments of paths are fields of their operation, and the next page is read with an argument of its own', () => {
  const operations = catalog.filter(({ id }) => table[id]);
  for (const { id, operation } of operations) {
    const fields = Object.keys(operation.input.shape);
    const { path, entries } = table[id]!;
    expect(fields).toEqual(expect.arrayContaining(pathParameters(path)));
    if (entries && !WHOLE_LISTS.includes(id)) expect([id, fields]).toEqual([id, expect.arrayContaining([cursorOf[entries]])]);
  }
  expect(operations.filter(({ id }) => table[id]!.entries).length).toBeGreaterThan(20);
});

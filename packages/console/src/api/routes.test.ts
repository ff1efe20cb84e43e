import { expect, test } from '@jest/globals';
import { operatorCatalog, publicCatalog } from '@space/contracts/catalog';
import { operations } from '../made/operations.ts';
import { routes } from '../made/routes.ts';

const table = Object.entries(routes).flatMap(([contract, rows]) =>
  Object.entries(rows).map(([name, row]) => [`${contract}.${name}`, row] as const),
);

test('the route table has every operation of a key with its method, path and scope', () => {
  const expected = publicCatalog
    .filter(({ operation }) => operation.route)
    .map(({ id, operation }) => [id, operation.route!.method, operation.route!.path, operation.scope ?? '']);
  const own = table
    .filter(([, [, path]]) => !/^\/settings(?:\/|$)/.test(path))
    .map(([id, [method, path, scope]]) => [id, method, path, scope]);
  expect(own).toEqual(expected);
});

test('an operation of the settings of one Space is below /settings, and none of the installation is in the table', () => {
  const paths = new Map<string, string>(table.map(([id, [, path]]) => [id, path]));
  expect(paths.get('settings.create_key')).toBe('/settings/keys');
  expect(paths.get('settings.revoke_key')).toBe('/settings/keys/:id/revoke');
  expect(paths.get('agents.get_can_use')).toBe('/settings/agents/:agent_id/can-use');
  expect(paths.has('settings.create_space')).toBe(false);
  expect([...paths.values()].filter((path) => path.includes('operator') || path.includes(':space_id'))).toEqual([]);
  const hidden = operatorCatalog.filter(({ operation }) => operation.role === undefined).map(({ id }) => id);
  expect(hidden.filter((id) => paths.has(id))).toEqual([]);
  expect(operatorCatalog.filter(({ id }) => !paths.has(id) && !hidden.includes(id))).toEqual([]);
});

test('the facts of operations name every MCP tool', () => {
  const tools = operations.flatMap(([, , , names]) => names.map(([name]) => name));
  expect(tools.toSorted()).toEqual(publicCatalog.flatMap(({ operation }) => (operation.tools ?? []).map(({ name }) => name)).toSorted());
});

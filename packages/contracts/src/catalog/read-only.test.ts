import { expect, test } from '@jest/globals';
import { scopes } from '../core/scope.ts';
import { publicCatalog } from './catalog.ts';

/** The first part of the paths that no key may change: money is never moved, and accounts are never connected, by a key. */
const READ_ONLY = ['finance', 'wallet', 'integrations'];

const isReadOnly = (path: string): boolean => READ_ONLY.includes(path.split('/')[1]!);

test('every operation that a key reaches below a read-only path is a GET with a read scope', () => {
  const found = publicCatalog.filter(({ operation: { route } }) => route !== undefined && isReadOnly(route.path));
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['integrations.list', 'integrations.get', 'integrations.list_checks']));
  for (const { id, operation } of found)
    expect({ id, method: operation.route?.method, scope: operation.scope }).toEqual({
      id,
      method: 'GET',
      scope: `${operation.route?.path.split('/')[1]}:read`,
    });
});

test('an operation with a scope of a read-only domain reads, with or without a route, and emits nothing', () => {
  const found = publicCatalog.filter(({ operation: { scope } }) => READ_ONLY.includes(scope?.split(':')[0] ?? ''));
  for (const { id, operation } of found)
    expect({ id, scope: operation.scope?.split(':')[1], method: operation.route?.method ?? 'GET', emits: operation.emits ?? [] }).toEqual({
      id,
      scope: 'read',
      method: 'GET',
      emits: [],
    });
});

test('no key can hold a scope that changes a read-only domain', () => {
  for (const domain of READ_ONLY) expect(scopes.filter((scope) => scope.startsWith(`${domain}:`))).toEqual([`${domain}:read`]);
});

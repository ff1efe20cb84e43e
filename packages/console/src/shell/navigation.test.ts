import { expect, test } from '@jest/globals';
import { routes } from '../made/routes.ts';
import { scopes } from '../made/scopes.ts';
import { placeGroups, placeOf, placesFor } from './navigation.ts';

const owner = { role: 'owner', scopes };

const labels = (rights: Parameters<typeof placesFor>[0]) => placesFor(rights).flatMap(({ places }) => places.map(({ label }) => label));

test('every list without parameters has a place', () => {
  const lists = Object.values(routes).flatMap((rows) =>
    Object.values(rows).flatMap(([method, path, , answer]) =>
      method === 'GET' && answer !== 'one' && answer !== 'file' && !path.includes(':') && !path.startsWith('/settings/') ? [path] : [],
    ),
  );
  expect(lists.filter((path) => placeOf(path) === undefined)).toEqual([]);
});

test('every place of the rail and every list of one is a read', () => {
  const reads = new Set(
    Object.values(routes).flatMap((rows) => Object.values(rows).flatMap(([method, path]) => (method === 'GET' ? [path] : []))),
  );
  const named = placeGroups.flatMap(({ places }) => places.flatMap(({ path, lists = [] }) => [path, ...lists.map(([list]) => list)]));
  expect(named.filter((path) => !reads.has(path) && path !== '/settings/members')).toEqual([]);
});

test('letters are not used twice', () => {
  const letters = placeGroups.flatMap(({ places }) => places.flatMap(({ letter }) => letter ?? []));
  expect(letters).toEqual([...new Set(letters)]);
});

test('a place that a member cannot read is absent, and so is a group without places', () => {
  expect(labels({ role: 'viewer', scopes: ['contacts:read'] })).toEqual(['Contacts', 'Members', 'Space']);
  expect(placesFor({ role: 'viewer', scopes: ['contacts:read'] }).map(({ label }) => label)).toEqual(['Work', 'Settings']);
  expect(labels(owner)).toEqual(expect.arrayContaining(['Contacts', 'Wallet', 'API keys', 'Members']));
});

test('a record and a list next to the first one belong to the place', () => {
  expect(placeOf('/tags/tag_1')?.label).toBe('Contacts');
  expect(placeOf('/events')?.label).toBe('Events');
  expect(placeOf('/event-types')?.label).toBe('Listeners');
  expect(placeOf('')).toBeUndefined();
});

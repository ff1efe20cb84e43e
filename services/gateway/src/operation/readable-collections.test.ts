import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalog } from '@space/contracts/catalog';
import { collectionOfCreated } from './readable-collections.ts';

const basics = readFileSync(join(import.meta.dirname, '../../../../docs/api/basics.md'), 'utf8');
const [, listed = ''] = /^These creations have no `Location`.*:\n\n((?:[-\s].*\n)+)/m.exec(basics) ?? [];

const creations = catalog.flatMap(({ operation }) => (operation.route?.status === 201 ? [{ operation, route: operation.route }] : []));

test('the guide names each operation that creates something and answers no Location, those of operators too', () => {
  const without = creations
    .filter(({ operation, route }) => collectionOfCreated(operation, route) === undefined)
    .map(({ route }) => route.path.replaceAll(/:(\w+)/g, '{$1}'));
  expect([...listed.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path).sort()).toEqual(without.sort());
  expect(without.length).toBeLessThan(creations.length / 2);
});

test('a resource that an operator creates has no Location that only a key can read', () => {
  const [operation, route] = [{ ...creations[0]!.operation, audience: 'operator' as const }, creations[0]!.route];
  expect(collectionOfCreated(creations[0]!.operation, route)).toBe(route.path);
  expect(collectionOfCreated(operation, route)).toBeUndefined();
});

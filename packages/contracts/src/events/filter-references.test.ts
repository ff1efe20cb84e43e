import { expect, test } from '@jest/globals';
import { publicCatalog } from '../catalog/catalog.ts';
import { eventTypes } from './event-types.ts';
import { filterReferences } from './filter-references.ts';

test('each filter by an id names a thing that is looked up, and each such thing is in a filter', () => {
  const keys = new Set(
    [...eventTypes.values()].flatMap(({ filters }) => filters).filter((key) => key.endsWith('_id') || key === 'folder_ids'),
  );
  expect([...keys].sort()).toEqual([...filterReferences.keys()].sort());
});

test('the way out of an unknown id is a route that lists the ids', () => {
  const routes = publicCatalog.flatMap(({ operation: { route } }) => (route ? [`${route.method} ${route.path}`] : []));
  for (const { list } of filterReferences.values()) expect(routes).toContain(list);
});

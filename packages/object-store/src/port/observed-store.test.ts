import { expect, test } from '@jest/globals';
import type { ObjectStore } from './object-store.ts';
import { keyExists, ObjectStoreUnavailable } from './object-store-error.ts';
import { observedStore, type StoreOutcome } from './observed-store.ts';

test('reports each request once, with its outcome, and changes neither results nor errors', async () => {
  const seen: [string, StoreOutcome][] = [];
  const failures: Partial<Record<string, Error>> = {
    put: keyExists(),
    get: new ObjectStoreUnavailable('slow', 'a test'),
    append: new Error('the client left'),
  };
  const call = (name: string) => async () => {
    if (failures[name]) throw failures[name];
    return name;
  };
  const store = {
    ...Object.fromEntries(['put', 'get', 'head', 'move', 'remove', 'list', 'removeLeftovers'].map((name) => [name, call(name)])),
    uploads: Object.fromEntries(['create', 'offset', 'append', 'finish', 'abort'].map((name) => [name, call(name)])),
  } as unknown as ObjectStore;
  const observed = observedStore(store, (operation, outcome, seconds) => {
    expect(seconds).toBeGreaterThanOrEqual(0);
    seen.push([operation, outcome]);
  });
  expect(await observed.head('a')).toBe('head');
  for (const [name, run] of [
    ['put', () => observed.put('a', null as never, { content_type: 'text/plain' })],
    ['get', () => observed.get('a')],
    ['append', () => observed.uploads.append(null as never, 0, null as never)],
  ] as const)
    await expect(run()).rejects.toBe(failures[name]);
  expect(await observed.uploads.create('a', { content_type: 'text/plain' })).toBe('create');
  expect(seen).toEqual([
    ['head', 'ok'],
    ['put', 'refused'],
    ['get', 'slow'],
    ['append', 'fault'],
    ['create_upload', 'ok'],
  ]);
});

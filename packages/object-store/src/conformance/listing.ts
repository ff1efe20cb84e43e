import { expect, test } from '@jest/globals';
import type { ObjectStore } from '../port/object-store.ts';
import { sampleBody } from './sample-body.ts';
import type { Suite } from './store-under-test.ts';

/** Names whose order by bytes differs from that of folders, of words and of numbers. */
const names = [
  'a',
  'a-',
  'a.b',
  'a/b',
  'a/b/c',
  'a0',
  'a_',
  'aa',
  'ab',
  'ab-',
  'ab/c',
  'abc',
  'abc/d',
  'abd',
  'b',
  'b/0',
  'b/1/2',
  '10',
  '9',
];

/** Defines the tests of lists. */
export function testListing(suite: Suite): void {
  test('lists keys ordered by their bytes, in pages of every size', async () => {
    const { store } = suite;
    const keys = names.map((name) => `order/${name}`).toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    for (const [index, key] of keys.entries()) await store.put(key, sampleBody(index), { content_type: 'text/plain' });
    await store.put('orde', sampleBody(1), { content_type: 'text/plain' });
    await store.put('orders/1', sampleBody(1), { content_type: 'text/plain' });
    for (const limit of [1, 2, 7, keys.length - 1, keys.length, keys.length + 1])
      expect(await everyKey(store, 'order/', limit)).toEqual(keys);
    const { objects } = await store.list('order/');
    expect(objects).toEqual(keys.map((key, size) => ({ key, size, modified_at: expect.any(Number) })));
  });

  test('lists the keys after any text', async () => {
    const { store } = suite;
    const { objects } = await store.list('order/');
    const keys = objects.map(({ key }) => key);
    for (const after of [...keys, 'order/a/', 'order/a/a', 'order/aaa', 'order/zzz', 'a', 'z'])
      expect((await store.list('order/', { after })).objects.map(({ key }) => key)).toEqual(keys.filter((key) => key > after));
  });

  test('lists the keys that begin with a prefix, which may end within a name', async () => {
    const { store } = suite;
    const all = (await everyKey(store, '', 1_000)).toSorted();
    expect(all).toContain('orde');
    for (const prefix of ['order/', 'order/a', 'order/ab', 'order/abc', 'order/a/', 'order/a/b', 'orde', 'order/zz', 'order/b/1/2'])
      expect(await everyKey(store, prefix, 1_000)).toEqual(all.filter((key) => key.startsWith(prefix)));
    expect(await store.list('none/at/all')).toEqual({ objects: [] });
  });

  test('lists at least one object and at most 1,000', async () => {
    for (const limit of [0, -1]) expect((await suite.store.list('order/', { limit })).objects).toHaveLength(1);
    expect((await suite.store.list('order/', { limit: 5_000 })).objects).toHaveLength(names.length);
  });

  test.each(['/', '../', 'a//', 'A', '.tails/'])('refuses the prefix %j', async (prefix) => {
    await expect(suite.store.list(prefix)).rejects.toMatchObject({ code: 'invalid_key' });
  });

  async function everyKey(store: ObjectStore, prefix: string, limit: number): Promise<string[]> {
    const keys: string[] = [];
    for (let after: string | undefined; ; ) {
      const { objects, next } = await store.list(prefix, { limit, ...(after === undefined ? {} : { after }) });
      expect(objects.length).toBeLessThanOrEqual(limit);
      keys.push(...objects.map(({ key }) => key));
      if (next === undefined) return keys;
      after = next;
    }
  }
}

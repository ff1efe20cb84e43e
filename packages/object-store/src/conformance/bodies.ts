import { expect, test } from '@jest/globals';
import { bytesOf, failingBody, sampleBody } from './sample-body.ts';
import { LARGE_SIZE, SMALL_SIZE } from './scenarios.ts';
import type { Suite } from './store-under-test.ts';

const content_type = 'application/octet-stream';

/** The bytes of the body whose memory is measured. */
const HUGE_SIZE = 160 * 1_048_576;

/** The memory by which a process may grow with any body: parts, their copies, and what is not collected yet. It is less than the body. */
const GROWTH_BOUND = 128 * 1_048_576;

/** Defines the tests of whole bodies: put, get, head, move, remove. */
export function testBodies(suite: Suite): void {
  test.each([0, 1, SMALL_SIZE, LARGE_SIZE])('returns the %i bytes that were put, with their type, size and time', async (size) => {
    const { store } = suite;
    const key = `bodies/size-${size}`;
    const started_at = Date.now() - 2_000;
    expect(await store.put(key, sampleBody(size), { content_type: 'image/png; q=1', size })).toBe(size);
    const found = await store.get(key);
    const head = { content_type: 'image/png; q=1', size, modified_at: expect.any(Number) };
    expect(await store.head(key)).toEqual(head);
    expect({ ...found, body: undefined }).toEqual({ ...head, body: undefined });
    expect(found!.modified_at).toBeGreaterThan(started_at);
    const sent = await bytesOf(sampleBody(size));
    expect((await bytesOf(found!.body)).equals(sent)).toBe(true);
  });

  test('finds nothing at an absent key', async () => {
    const { store } = suite;
    await store.put('absent/a/b', sampleBody(1), { content_type });
    for (const key of ['absent/none', 'absent/a', 'absent/a/b/c', 'absent/a/b/c/d', 'none']) {
      expect(await store.head(key)).toBeUndefined();
      expect(await store.get(key)).toBeUndefined();
      expect(await store.get(key, { range: { suffix: 1 } })).toBeUndefined();
      expect(await store.move(key, 'absent/target')).toBe(false);
    }
    await store.remove(['absent/none', 'none', 'absent/a']);
    expect((await store.list('absent/')).objects.map(({ key }) => key)).toEqual(['absent/a/b']);
  });

  test('overwrites an object, while a reader of the former one still gets its bytes', async () => {
    const { store } = suite;
    await store.put('over/written', sampleBody(LARGE_SIZE, 1), { content_type });
    const former = await store.get('over/written');
    await store.put('over/written', sampleBody(SMALL_SIZE, 2), { content_type: 'text/plain' });
    expect((await bytesOf(former!.body)).equals(await bytesOf(sampleBody(LARGE_SIZE, 1)))).toBe(true);
    expect(await store.head('over/written')).toMatchObject({ content_type: 'text/plain', size: SMALL_SIZE });
  });

  test.each([SMALL_SIZE, LARGE_SIZE])('refuses to overwrite with if_absent, for a body of %i bytes', async (size) => {
    const { store, under } = suite;
    const key = `if-absent/${size}`;
    await store.put(key, sampleBody(size, 1), { content_type, if_absent: true });
    await expect(store.put(key, sampleBody(size, 2), { content_type, if_absent: true })).rejects.toMatchObject({ code: 'exists' });
    expect((await bytesOf((await store.get(key))!.body)).equals(await bytesOf(sampleBody(size, 1)))).toBe(true);
    expect(await under.leftovers()).toBe(0);
  });

  test('lets one of many writers of an absent key win', async () => {
    const { store } = suite;
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, seed) => store.put('race/one', sampleBody(SMALL_SIZE, seed), { content_type, if_absent: true })),
    );
    const winners = results.flatMap(({ status }, seed) => (status === 'fulfilled' ? [seed] : []));
    expect(winners).toHaveLength(1);
    expect((await bytesOf((await store.get('race/one'))!.body)).equals(await bytesOf(sampleBody(SMALL_SIZE, winners[0])))).toBe(true);
  });

  test.each([
    ['fails in its first part', SMALL_SIZE],
    ['fails in a later part', LARGE_SIZE],
  ])('stores nothing of a body that %s', async (_, size) => {
    const { store, under } = suite;
    const error = Object.assign(new Error('the client left'), { code: 'ECONNRESET', syscall: 'read' });
    await expect(store.put('failed/body', failingBody(size, error), { content_type })).rejects.toBe(error);
    expect(await store.head('failed/body')).toBeUndefined();
    expect(await under.leftovers()).toBe(0);
  });

  test.each([SMALL_SIZE, LARGE_SIZE])('stores nothing of a body that has more or less than its %i bytes', async (size) => {
    const { store, under } = suite;
    for (const wrong of [size - 1, size + 1])
      await expect(store.put('wrong/size', sampleBody(wrong), { content_type, size })).rejects.toMatchObject({ code: 'wrong_size' });
    expect(await store.head('wrong/size')).toBeUndefined();
    expect(await under.leftovers()).toBe(0);
  });

  test('moves an object to another key', async () => {
    const { store } = suite;
    await store.put('move/from', sampleBody(SMALL_SIZE, 4), { content_type: 'text/plain' });
    await store.put('move/deep/er/to', sampleBody(1), { content_type });
    expect(await store.move('move/from', 'move/deep/er/to')).toBe(true);
    expect(await store.head('move/from')).toBeUndefined();
    expect(await store.move('move/deep/er/to', 'move/deep/er/to')).toBe(true);
    const moved = await store.get('move/deep/er/to');
    expect(moved).toMatchObject({ content_type: 'text/plain', size: SMALL_SIZE });
    expect((await bytesOf(moved!.body)).equals(await bytesOf(sampleBody(SMALL_SIZE, 4)))).toBe(true);
  });

  test('removes objects, also while they are read', async () => {
    const { store } = suite;
    const keys = ['removed/a', 'removed/b', 'removed/c/d'];
    for (const key of keys) await store.put(key, sampleBody(SMALL_SIZE), { content_type });
    const read = await store.get('removed/a');
    await store.remove(['removed/a', 'removed/c/d']);
    expect((await store.list('removed/')).objects.map(({ key }) => key)).toEqual(['removed/b']);
    expect(await store.get('removed/a')).toBeUndefined();
    expect((await bytesOf(read!.body)).equals(await bytesOf(sampleBody(SMALL_SIZE)))).toBe(true);
  });

  test.each([
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    'a/../b',
    '..',
    'a/.b',
    '.tails/a',
    'A',
    'a b',
    'a\\b',
    'a\0b',
    'a\nb',
    'ä',
    'a%2fb',
    'a+b',
    'a:b',
    'x'.repeat(121),
  ])('refuses the key %j', async (key) => {
    const { store } = suite;
    const refused = { code: 'invalid_key' };
    await expect(store.put(key, sampleBody(1), { content_type })).rejects.toMatchObject(refused);
    await expect(store.get(key)).rejects.toMatchObject(refused);
    await expect(store.head(key)).rejects.toMatchObject(refused);
    await expect(store.remove([key])).rejects.toMatchObject(refused);
    await expect(store.move('a', key)).rejects.toMatchObject(refused);
    await expect(store.move(key, 'a')).rejects.toMatchObject(refused);
    await expect(store.uploads.create(key, { content_type })).rejects.toMatchObject(refused);
  });

  test('accepts a key of 120 characters and of every character that keys may have', async () => {
    const { store } = suite;
    for (const key of [`long/${'x'.repeat(115)}`, 'all/az09_.-/0..-_', 'all/a']) {
      await store.put(key, sampleBody(1), { content_type });
      expect(await store.head(key)).toMatchObject({ size: 1 });
    }
  });

  test.each(['', 'text/plain\r\nx: y', 'ü', 'x'.repeat(201)])('refuses the content type %j', async (wrong) => {
    await expect(suite.store.put('type/wrong', sampleBody(1), { content_type: wrong })).rejects.toMatchObject({
      code: 'invalid_content_type',
    });
  });

  test('puts and gets a large body in little memory', async () => {
    const { growth, sent, received } = await suite.under.putAndGet('huge/body', HUGE_SIZE);
    expect(received).toBe(sent);
    expect(growth).toBeLessThan(GROWTH_BOUND);
    await suite.store.remove(['huge/body']);
  });
}

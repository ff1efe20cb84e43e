import { expect, test } from '@jest/globals';
import type { ByteRange } from '../port/byte-range.ts';
import { bytesOf } from './sample-body.ts';
import type { Suite } from './store-under-test.ts';

async function* textBody(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}

/** Defines the tests of ranges, on an object of ten bytes and an empty one. */
export function testRanges(suite: Suite): void {
  const key = 'ranges/ten';

  test.each<[ByteRange, string, number]>([
    [{ first: 0 }, '0123456789', 0],
    [{ first: 0, last: 0 }, '0', 0],
    [{ first: 3, last: 5 }, '345', 3],
    [{ first: 9 }, '9', 9],
    [{ first: 9, last: 9 }, '9', 9],
    [{ first: 8, last: 10 }, '89', 8],
    [{ first: 0, last: 1_000_000 }, '0123456789', 0],
    [{ suffix: 1 }, '9', 9],
    [{ suffix: 10 }, '0123456789', 0],
    [{ suffix: 1_000_000 }, '0123456789', 0],
  ])('returns the range %j of ten bytes', async (range, text, first) => {
    const { store } = suite;
    await store.put(key, textBody('0123456789'), { content_type: 'text/plain' });
    const found = await store.get(key, { range });
    expect(found).toMatchObject({ content_type: 'text/plain', size: 10, range: { first, last: first + text.length - 1 } });
    expect((await bytesOf(found!.body)).toString()).toBe(text);
  });

  test.each<ByteRange>([
    { first: 10 },
    { first: 10, last: 12 },
    { suffix: 0 },
    { first: 5, last: 4 },
    { first: -1 },
    { first: 0.5 },
    { first: Number.NaN },
    { suffix: -1 },
    { first: 0, last: Number.POSITIVE_INFINITY },
  ])('refuses the range %j of ten bytes', async (range) => {
    const { store } = suite;
    await store.put(key, textBody('0123456789'), { content_type: 'text/plain' });
    await expect(store.get(key, { range })).rejects.toMatchObject({ code: 'invalid_range' });
  });

  test.each<ByteRange>([{ first: 0 }, { first: 0, last: 0 }, { suffix: 1 }])('refuses the range %j of an empty object', async (range) => {
    const { store } = suite;
    await store.put('ranges/empty', textBody(''), { content_type: 'text/plain' });
    await expect(store.get('ranges/empty', { range })).rejects.toMatchObject({ code: 'invalid_range' });
  });
}

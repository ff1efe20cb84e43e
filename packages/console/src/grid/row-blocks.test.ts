import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Place } from './places.ts';
import { type GridRow, RowBlocks } from './row-blocks.ts';

/** A list of numbered rows that records its reads. */
function numbered(total: number) {
  const ids = Array.from({ length: total }, (_, index) => `row_${index}`);
  const reads: Place[] = [];
  const aborted: number[] = [];
  let marks = 0;
  const startOf = (place: Place) => (place.cursor === undefined ? 0 : Number(place.cursor)) + place.offset;
  const blocks = new RowBlocks<GridRow>({
    async page(place, signal) {
      reads.push(place);
      const start = startOf(place);
      signal.addEventListener('abort', () => aborted.push(start));
      await Promise.resolve();
      const data = ids.slice(start, start + 100).map((id) => ({ id, data: {} }));
      return { data, next_cursor: start + 100 < ids.length ? String(start + 100) : null };
    },
    async marks(known_version) {
      marks += 1;
      const is_unchanged = known_version === 'v1';
      const offsets = is_unchanged ? [] : Array.from({ length: Math.floor(ids.length / 1_000) }, (_, index) => (index + 1) * 1_000);
      return { version: 'v1', is_unchanged, marks: offsets.map((offset) => ({ offset, cursor: String(offset) })) };
    },
    isDeleted: async (id) => !ids.includes(id),
  });
  return { blocks, ids, reads, aborted, countMarks: () => marks };
}

test('the next block is read after the cursor of the one before', async () => {
  const { blocks, reads } = numbered(1_000);
  blocks.want(0, 30);
  await eventually(() => expect(blocks.rowAt(30)?.id).toBe('row_30'));
  blocks.want(90, 120);
  await eventually(() => expect(blocks.rowAt(120)?.id).toBe('row_120'));
  expect(reads).toEqual([{ offset: 0 }, { cursor: '100', offset: 0 }]);
});

test('a far jump reads the marks once, and then starts at the nearest one', async () => {
  const { blocks, reads, countMarks } = numbered(50_000);
  blocks.want(45_530, 45_560);
  await eventually(() => expect(blocks.rowAt(45_530)?.id).toBe('row_45530'));
  blocks.want(20_000, 20_030);
  await eventually(() => expect(blocks.rowAt(20_030)?.id).toBe('row_20030'));
  expect(reads).toEqual([
    { cursor: '45000', offset: 500 },
    { cursor: '20000', offset: 0 },
  ]);
  expect(countMarks()).toBe(1);
});

test('a read that nothing waits for is aborted, and the end of the list is known after the last block', async () => {
  const { blocks, aborted } = numbered(1_250);
  blocks.want(300, 330);
  blocks.want(1_200, 1_230);
  await eventually(() => expect(blocks.rowAt(1_249)?.id).toBe('row_1249'));
  expect(aborted).toEqual([300]);
  expect(blocks.rowAt(300)).toBeUndefined();
  expect(blocks.end).toBe(1_250);
});

test('at most 80 blocks stay in memory, and those on the screen are among them', async () => {
  const { blocks } = numbered(20_000);
  for (let first = 0; first < 10_000; first += 100) {
    blocks.want(first, first + 30);
    await eventually(() => expect(blocks.rowAt(first)).toBeDefined());
  }
  expect(blocks.rowAt(0)).toBeUndefined();
  expect(blocks.rowAt(9_900)).toBeDefined();
});

test('after a change the blocks on the screen are read again, and cells that are being written stay', async () => {
  const { blocks, reads } = numbered(300);
  blocks.want(0, 30);
  await eventually(() => expect(blocks.rowAt(0)).toBeDefined());
  blocks.write('row_3', { name: 'mine' });
  blocks.markStale();
  await eventually(() => expect(reads).toHaveLength(2));
  await eventually(() => expect(blocks.rowAt(3)?.data).toEqual({ name: 'mine' }));
  blocks.finish('row_3', { id: 'row_3', data: { name: 'answered' } });
  expect(blocks.rowAt(3)?.data).toEqual({ name: 'answered' });
});

test('a row that is deleted while it is on the screen stays in its place and is marked', async () => {
  const { blocks, ids } = numbered(300);
  blocks.want(0, 30);
  await eventually(() => expect(blocks.rowAt(0)).toBeDefined());
  ids.splice(5, 1);
  blocks.markStale();
  await eventually(() => expect(blocks.isDeleted('row_5')).toBe(true));
  expect([4, 5, 6, 99].map((index) => blocks.rowAt(index)?.id)).toEqual(['row_4', 'row_5', 'row_6', 'row_99']);
});

test('a read that fails says why, and is tried again when its rows are wanted again', async () => {
  let isBroken = true;
  const blocks = new RowBlocks<GridRow>({
    async page() {
      if (isBroken) throw new Error('busy');
      return { data: [{ id: 'row_0', data: {} }], next_cursor: null };
    },
    marks: () => Promise.reject(new Error('busy')),
    isDeleted: async () => false,
  });
  blocks.want(0, 30);
  await eventually(() => expect(blocks.failure).toEqual(new Error('busy')));
  isBroken = false;
  blocks.want(0, 30);
  await eventually(() => expect(blocks.rowAt(0)?.id).toBe('row_0'));
});

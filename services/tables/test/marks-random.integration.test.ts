import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Filter, FilterLeaf, Sort } from '@space/contracts/tables';
import { randomRuns, type TestServices } from '@space/runtime/testing';
import fc from 'fast-check';
import type { Cell } from '../src/schema/schema.ts';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

const options = ['Lead', 'Won', 'Lost'];
const optionIds = options.map((name) => `opt_${name.toLowerCase()}`);

/** Columns of each kind that has an order. */
const columns = {
  name: { type: 'text' },
  email: { type: 'email' },
  amount: { type: 'number' },
  paid: { type: 'checkbox' },
  stage: { type: 'select', options },
  tags: { type: 'multi_select', options },
  day: { type: 'date' },
  at: { type: 'datetime' },
  made: { type: 'created_at' },
  author: { type: 'created_by' },
  found: { type: 'lookup' },
  label: { type: 'formula' },
} as const;

/** Few values, so that most rows are equal in a column, and marks among empty cells; a deleted option sorts as empty. */
const values: Partial<Record<keyof typeof columns, readonly Cell[]>> = {
  name: [null, 'a', 'A', 'room 9', 'Room 10', 'é'],
  email: [null, 'ada@example.com', 'bea@example.com'],
  amount: [null, null, null, -1.5, 0, 7, 9_007_199_254_740_991],
  paid: [null, true, false],
  stage: [null, ...optionIds, 'opt_deleted'],
  tags: [null, [optionIds[1]!], [optionIds[2]!, optionIds[0]!]],
  day: [null, null, null, '2025-12-31', '2026-02-28'],
  at: [null, '2026-01-01T00:00:00.000Z', '2026-01-01T12:30:00.000Z'],
  found: [null, ['b', 'a'], ['a']],
  label: [null, 'x', 'y'],
};

const rowCells = fc.record(
  Object.fromEntries(Object.entries(values).map(([key, cells]) => [key, fc.constantFrom(...cells)])),
) as fc.Arbitrary<Record<string, Cell>>;

const sort: fc.Arbitrary<Sort> = fc.uniqueArray(
  fc.record({
    column_key: fc.constantFrom(...Object.keys(columns), 'id', 'created_at', 'updated_at'),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { selector: ({ column_key }) => column_key, maxLength: 3 },
);

/** Filters that leave most rows, so that there are marks. */
const filter: fc.Arbitrary<Filter> = fc.constantFrom<FilterLeaf>(
  { column_key: 'amount', op: 'neq', value: 7 },
  { column_key: 'stage', op: 'neq', value: 'Won' },
  { column_key: 'name', op: 'not_contains', value: 'room' },
  { column_key: 'paid', op: 'eq', value: false },
  { column_key: 'day', op: 'is_not_empty' },
);

/** An order in which marks are among empty cells, from which an offset reaches the filled ones. */
const emptyFirst: fc.Arbitrary<Sort> = fc.constantFrom('amount', 'day').map((column_key) => [{ column_key, direction: 'asc' as const }]);

const question = fc.record({
  sort: fc.oneof({ weight: 3, arbitrary: sort }, { weight: 1, arbitrary: emptyFirst }),
  filters: fc.array(filter, { maxLength: 1 }),
  beyond: fc.integer({ min: 0, max: 250 }),
});

test('a list that starts at a mark and skips rows has the rows of a list at the offset of both', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowCells, { minLength: 150, maxLength: 250 }),
      fc.array(question, { minLength: 8, maxLength: 8 }),
      async (cells, questions) => {
        const table = await tableWith(space, columns);
        const ids = [...(await table.insert(...cells)), ...(await table.insert(...cells))];
        await table.remove(...ids.filter((_, index) => index % 17 === 3));
        for (const { beyond, ...selection } of questions) {
          const { data: all } = await readAll(table, selection);
          const { marks, ...found } = await table.marks({ ...selection, every: 100 });
          expect(found).toMatchObject({ every: 100, total: all.length, total_is_exact: true, is_complete: true, is_unchanged: false });
          const offsets = all.slice(1).flatMap((_, index) => ((index + 1) % 100 === 0 ? [index + 1] : []));
          expect(marks.map(({ offset }) => offset)).toEqual(offsets);
          for (const { offset, cursor } of marks) {
            expect((await table.list({ ...selection, limit: 3, cursor })).data).toEqual(all.slice(offset, offset + 3));
            const { data } = await table.list({ ...selection, limit: 3, cursor, offset: beyond });
            expect(data).toEqual(all.slice(offset + beyond, offset + beyond + 3));
            expect(data).toEqual((await table.list({ ...selection, limit: 3, offset: offset + beyond })).data);
          }
        }
      },
    ),
    { numRuns: randomRuns(6) },
  );
});

/** Returns all rows of a list, page after page. */
async function readAll(table: Awaited<ReturnType<typeof tableWith>>, selection: { sort: Sort; filters: Filter[] }) {
  const pages = [await table.list({ ...selection, limit: 200 })];
  while (pages.at(-1)!.has_more) pages.push(await table.list({ ...selection, limit: 200, cursor: pages.at(-1)!.next_cursor! }));
  return { data: pages.flatMap(({ data }) => data) };
}

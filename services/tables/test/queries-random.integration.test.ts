import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Filter, FilterLeaf } from '@space/contracts/tables';
import { SEPARATE_VALUES } from '@space/database';
import { randomRuns, type TestServices } from '@space/runtime/testing';
import fc from 'fast-check';
import type { Cell } from '../src/schema/schema.ts';
import { startReaders, tableWith } from './fixtures/readers.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startReaders();
});
afterAll(() => space.stop());

const stages = ['Lead', 'Won', 'Lost'];
const stageIds = stages.map((name) => `opt_${name.toLowerCase()}`);
const tags = ['A', 'B', 'C'];
const tagIds = tags.map((name) => `opt_${name.toLowerCase()}`);

const columns = {
  name: { type: 'text' },
  amount: { type: 'number' },
  paid: { type: 'checkbox' },
  stage: { type: 'select', options: stages },
  tags: { type: 'multi_select', options: tags },
  day: { type: 'date' },
  at: { type: 'datetime' },
} as const;

type RowCells = Record<keyof typeof columns, Cell>;

const texts = ['a', 'A', 'b', 'room 9', 'Room 10', 'room 100', '50%', 'a_b', 'a\\b', "o'k", 'é', '%', '_', '\\'];
const text = fc.constantFrom(...texts);
const number = fc.constantFrom(-1.5, 0, 0.1, 1, 2, 2.5, 9007199254740991);
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02', '2026-02-28');
const time = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T12:30:00.000Z',
  '2026-01-01T23:59:59.999Z',
  '2026-01-02T00:00:00.000Z',
);
const maybe = (cell: fc.Arbitrary<Cell>) => fc.option(cell, { nil: null, freq: 3 });
const rowCells: fc.Arbitrary<RowCells> = fc.record({
  name: maybe(text),
  amount: maybe(number),
  paid: maybe(fc.boolean()),
  stage: maybe(fc.constantFrom(...stageIds)),
  tags: maybe(fc.subarray(tagIds, { minLength: 1 })),
  day: maybe(day),
  at: maybe(time),
});

const leaf = (column_key: string, ops: readonly FilterLeaf['op'][], value: fc.Arbitrary<unknown>): fc.Arbitrary<FilterLeaf> =>
  fc.record({ column_key: fc.constant(column_key), op: fc.constantFrom(...ops), value: value as fc.Arbitrary<never> });
/** Few values, or so many that they share a parameter. */
const list = (value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(value, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(value, { minLength: SEPARATE_VALUES + 1, maxLength: SEPARATE_VALUES + 3 }) },
  );
const pair = (value: fc.Arbitrary<unknown>) => fc.tuple(value, value);
const comparing = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
const listing = ['in', 'not_in'] as const;
const having = ['has_any', 'has_all', 'has_none', 'eq', 'neq'] as const;
const anyLeaf: fc.Arbitrary<FilterLeaf> = fc.oneof(
  leaf('name', [...comparing, 'contains', 'not_contains', 'starts_with', 'ends_with'], text),
  leaf('name', listing, list(text)),
  leaf('name', ['between'], pair(text)),
  leaf('amount', comparing, number),
  leaf('amount', listing, list(number)),
  leaf('amount', ['between'], pair(number)),
  leaf('paid', ['eq', 'neq'], fc.boolean()),
  leaf('stage', ['eq', 'neq'], fc.constantFrom(...stageIds, ...stages)),
  leaf('stage', listing, list(fc.constantFrom(...stageIds))),
  leaf('tags', having, list(fc.constantFrom(...tagIds))),
  leaf('day', comparing, day),
  leaf('day', listing, list(day)),
  leaf('day', ['between'], pair(day)),
  leaf('at', comparing, fc.oneof(time, day)),
  leaf('at', listing, list(fc.oneof(time, day))),
  fc.record({
    column_key: fc.constantFrom(...Object.keys(columns)),
    op: fc.constantFrom('is_empty', 'is_not_empty'),
  }) as fc.Arbitrary<FilterLeaf>,
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyLeaf,
    fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const sort = fc.uniqueArray(
  fc.record({ column_key: fc.constantFrom(...Object.keys(columns)), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
  { selector: ({ column_key }) => column_key, maxLength: 3 },
);

const collator = new Intl.Collator('und', { numeric: true });
const byText = (a: string, b: string) => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return collator.compare(x, y) || (x < y ? -1 : x > y ? 1 : 0);
};

/** Evaluates a filter on a row in plain JavaScript. */
function matches(row: RowCells, node: Filter): boolean {
  if ('and' in node) return node.and.every((part) => matches(row, part));
  if ('or' in node) return node.or.some((part) => matches(row, part));
  const { column_key, op, value } = node;
  const key = column_key as keyof RowCells;
  const cell = key === 'paid' ? row.paid === true : row[key];
  if (op === 'is_empty') return key === 'paid' ? !cell : cell === null;
  if (op === 'is_not_empty') return key === 'paid' ? cell === true : cell !== null;
  const values = (Array.isArray(value) ? value : [value]) as string[];
  const meant = key === 'stage' ? values.map((one) => (stages.includes(one) ? stageIds[stages.indexOf(one)]! : one)) : values;
  if (key === 'tags') {
    const held = (cell ?? []) as string[];
    const all = meant.every((one) => held.includes(one));
    const same = cell !== null && all && held.every((one) => meant.includes(one));
    return {
      has_any: meant.some((one) => held.includes(one)),
      has_all: all,
      has_none: !meant.some((one) => held.includes(one)),
      eq: same,
      neq: !same,
    }[op as 'has_any'];
  }
  const compare = (a: Cell, b: Cell): number => {
    if (key === 'name') return byText(a as string, b as string);
    if (key === 'at' && String(b).length === 10) return String(a).slice(0, 10) === b ? 0 : String(a) < String(b) ? -1 : 1;
    return a! < b! ? -1 : a! > b! ? 1 : 0;
  };
  const equal = (b: Cell) => cell !== null && (key === 'name' ? cell === b : compare(cell, b) === 0);
  const found = () => String(cell).toLowerCase();
  switch (op) {
    case 'eq':
    case 'in':
      return meant.some(equal);
    case 'neq':
    case 'not_in':
      return !meant.some(equal);
    case 'contains':
      return cell !== null && found().includes(values[0]!.toLowerCase());
    case 'not_contains':
      return cell === null || !found().includes(values[0]!.toLowerCase());
    case 'starts_with':
      return cell !== null && found().startsWith(values[0]!.toLowerCase());
    case 'ends_with':
      return cell !== null && found().endsWith(values[0]!.toLowerCase());
    case 'between':
      return cell !== null && compare(cell, values[0]!) >= 0 && compare(cell, values[1]!) <= 0;
    default: {
      if (cell === null) return false;
      const order = compare(cell, values[0]!);
      return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op as 'gt'];
    }
  }
}

interface ExpectedRow {
  readonly id: string;
  readonly cells: RowCells;
}

/** Compares two rows in plain JavaScript. */
function comparisonBy(by: { column_key: string; direction: 'asc' | 'desc' }[]) {
  const place = ({ cells }: ExpectedRow, key: keyof RowCells): Cell => {
    if (key === 'paid') return cells.paid === true ? 1 : 0;
    if (key === 'stage') return cells.stage === null ? null : stageIds.indexOf(cells.stage as string);
    if (key === 'tags') return cells.tags === null ? null : tagIds.indexOf((cells.tags as string[])[0]!);
    return cells[key];
  };
  return (a: ExpectedRow, b: ExpectedRow): number => {
    for (const { column_key, direction } of by) {
      const [x, y] = [place(a, column_key as keyof RowCells), place(b, column_key as keyof RowCells)];
      const order =
        x === null || y === null
          ? Number(y === null) - Number(x === null)
          : column_key === 'name'
            ? byText(x as string, y as string)
            : x < y
              ? -1
              : Number(x > y);
      if (order !== 0) return order * (direction === 'asc' ? 1 : -1);
    }
    const last = by.at(-1)?.direction === 'desc' ? -1 : 1;
    return (a.id < b.id ? -1 : 1) * last;
  };
}

describe('random queries', () => {
  test('return the same rows in the same order as a plain evaluation, on one page and on many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowCells, { minLength: 1, maxLength: 30 }),
        fc.array(fc.tuple(fc.array(filter, { maxLength: 2 }), sort, fc.integer({ min: 1, max: 7 })), { minLength: 12, maxLength: 12 }),
        async (rows, questions) => {
          const table = await tableWith(space, columns);
          const ids = await table.insert(...rows);
          const allRows = rows.map((cells, index) => ({ id: ids[index]!, cells }));
          for (const [filters, by, limit] of questions) {
            const expected = allRows
              .filter(({ cells }) => filters.every((one) => matches(cells, one)))
              .toSorted(comparisonBy(by))
              .map(({ id }) => id);
            expect(await table.ids({ filters, sort: by })).toEqual(expected);
            const walked: string[] = [];
            for (let cursor: string | undefined; ; ) {
              const page = await table.list({ filters, sort: by, limit, ...(cursor && { cursor }) });
              walked.push(...page.data.map(({ id }) => id));
              if (!page.has_more) break;
              cursor = page.next_cursor!;
            }
            expect(walked).toEqual(expected);
          }
        },
      ),
      { numRuns: randomRuns(25) },
    );
  });
});

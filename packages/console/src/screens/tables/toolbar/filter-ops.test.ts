import { expect, test } from '@jest/globals';
import { dateSpans, filterOps } from '@space/contracts/tables';
import type { Column } from '../table/table.ts';
import { comparisonsOf, leafOf, readFilters, spans, writeFilters } from './filter-ops.ts';

const column = (type: Column['type'], value_type: Column['value_type']) =>
  ({ key: 'a', type, value_type, options: [{ id: 'x', name: 'X', color: null }] }) as unknown as Column;

test('every comparison and span is one of the contract', () => {
  const all = (['text', 'number', 'boolean', 'date', 'datetime', 'list', 'object'] as const).flatMap((kind) =>
    comparisonsOf(column('formula', kind)),
  );
  expect(all.filter(({ op }) => !filterOps.includes(op))).toEqual([]);
  expect(spans).toEqual(dateSpans);
});

test('a new condition begins with the usual comparison of its column', () => {
  expect(leafOf(column('text', 'text'))).toEqual({ column_key: 'a', op: 'contains', value: '' });
  expect(leafOf(column('checkbox', 'boolean'))).toEqual({ column_key: 'a', op: 'eq', value: true });
  expect(leafOf(column('select', 'text'))).toEqual({ column_key: 'a', op: 'eq', value: 'x' });
});

test('conditions survive the form, as all or any', () => {
  const a = { column_key: 'a', op: 'eq', value: 1 } as const;
  const b = { column_key: 'b', op: 'is_empty' } as const;
  for (const filters of [[a, b], [{ or: [a, b] }], [a, { and: [a, { or: [b] }] }]])
    expect(writeFilters(readFilters(filters as never))).toEqual(filters);
});

test('a condition without a value is left out', () => {
  expect(
    writeFilters({
      joins: 'all',
      leaves: [
        { column_key: 'a', op: 'contains', value: '' },
        { column_key: 'a', op: 'in', value: [] },
      ],
      others: [],
    }),
  ).toEqual([]);
});

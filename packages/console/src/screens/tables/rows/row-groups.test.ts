import { expect, test } from '@jest/globals';
import { countOf, countsOf, type GroupColumns, groupLevel } from './row-groups.ts';

const column = (key: string, type: string, value_type: string, field_config = {}) =>
  ({ key, type, value_type, options: [], field_config }) as unknown as GroupColumns[number];
const stage = column('stage', 'select', 'text');
const paid = column('paid', 'checkbox', 'boolean');
const seen = column('seen', 'datetime', 'datetime', { timezone: 'Asia/Tokyo' });

test('a row begins a group at the outermost column that changes', () => {
  const row = (stage_id: string | null, isPaid: boolean | null) => ({ data: { stage: stage_id, paid: isPaid } });
  const level = (one: ReturnType<typeof row>, before: ReturnType<typeof row>) => groupLevel([stage, paid], one, before);
  expect(level(row('opt_a', true), row('opt_a', true))).toBe(-1);
  expect(level(row('opt_a', true), row('opt_a', false))).toBe(1);
  expect(level(row('opt_b', false), row('opt_a', true))).toBe(0);
  // An empty checkbox is not ticked, and an absent choice is an empty one.
  expect(level(row(null, null), { data: { paid: false } as never })).toBe(-1);
});

test('a row finds the count of its group: empty cells, lists of links, and instants by the day of their zone', () => {
  const counted = { has_more: false, groups: [{ group: { stage: 'opt_a', seen: '2026-03-02' }, values: { rows: 7 } }] };
  const counts = countsOf([stage, seen], counted);
  expect(countOf([stage, seen], counts, { data: { stage: 'opt_a', seen: '2026-03-01T20:00:00.000Z' } })).toBe(7);
  expect(countOf([stage, seen], counts, { data: { stage: 'opt_a', seen: '2026-03-01T10:00:00.000Z' } })).toBeUndefined();
  const links = column('links', 'reference', 'links');
  const linked = countsOf([links], {
    has_more: false,
    groups: [
      { group: { links: ['row_1'] }, values: { rows: 2 } },
      { group: { links: null }, values: { rows: 3 } },
    ],
  });
  expect(countOf([links], linked, { data: { links: [{ row_id: 'row_1', title: 'One' }] } })).toBe(2);
  expect(countOf([links], linked, { data: { links: [] } })).toBe(3);
});

import { expect, test } from '@jest/globals';
import { addMonths } from '../../../dates/days.ts';
import type { Column, Row } from '../table/table.ts';
import { cellDay, dayAt, daysBetween, dayText, isDay, mondayOf, moved, spanOf, spanText, weeksOf } from './calendar-days.ts';
import { entriesByDay, spanFilters, timeText, zoneOf } from './calendar-entries.ts';
import { aggregateOf, figureText, groupLabel, pointsOf, slicePath } from './chart-points.ts';
import { shownStacks, stackCounts, stackFilter, stacksOf } from './kanban-stacks.ts';

const column = (fields: Partial<Column>): Column =>
  ({ key: 'stage', label: 'Stage', type: 'select', value_type: 'text', options: [], field_config: {}, ...fields }) as Column;

const stage = column({
  options: [
    { id: 'lead', name: 'Lead', color: null },
    { id: 'won', name: 'Won', color: 'teal' },
    { id: 'lost', name: 'Lost', color: null },
  ],
});

test('stacks are in the order of the view, then of the choices, and rows without a choice come last', () => {
  expect(stacksOf(stage, ['Won', 'lost']).map(({ value, name }) => [value, name])).toEqual([
    ['won', 'Won'],
    ['lost', 'Lost'],
    ['lead', 'Lead'],
    [null, 'No stage'],
  ]);
  expect(stacksOf(column({ type: 'checkbox', label: 'Paid' })).map(({ value }) => value)).toEqual([false, true]);
});

test('a board shows empty stacks of choices unless the view hides them, and rows without a choice if there are some', () => {
  const counts = stackCounts(stage, [
    { group: { stage: 'won' }, values: { count: 2 } },
    { group: { stage: null }, values: { count: 1 } },
  ]);
  const stacks = stacksOf(stage);
  expect(shownStacks(stacks, counts, false).map(({ value }) => value)).toEqual(['lead', 'won', 'lost', null]);
  expect(shownStacks(stacks, counts, true).map(({ value }) => value)).toEqual(['won', null]);
  expect(shownStacks(stacks, new Map(), false)).toHaveLength(3);
  expect(stackFilter('stage', stacks[3]!)).toEqual({ column_key: 'stage', op: 'is_empty' });
  expect(stackFilter('paid', { value: false })).toEqual({ column_key: 'paid', op: 'eq', value: false });
});

test('a month has whole weeks from Monday, and a week has seven days', () => {
  expect(spanOf('month', '2026-02-10')).toEqual(['2026-01-26', '2026-03-01']);
  expect(spanOf('week', '2026-03-01')).toEqual(['2026-02-23', '2026-03-01']);
  expect(spanOf('agenda', '2026-02-10')).toEqual(['2026-02-01', '2026-02-28']);
  expect(mondayOf('2026-11-30')).toBe('2026-11-30');
  expect(weeksOf(daysBetween('2026-01-26', '2026-03-01')).map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect([spanText('month', '2026-03-31'), dayText('2026-03-31')]).toEqual(['March 2026', 'Tuesday, 31 March 2026']);
});

test('a month later is the last day of a shorter month', () => {
  expect([addMonths('2026-01-31', 1), addMonths('2024-02-29', 12), addMonths('2026-01-15', -1)]).toEqual([
    '2026-02-28',
    '2025-02-28',
    '2025-12-15',
  ]);
  expect([moved('week', '2026-03-01', 1), moved('month', '2026-03-31', -1)]).toEqual(['2026-03-08', '2026-02-28']);
  expect([isDay('2026-02-29'), isDay('2028-02-29'), isDay('2026-2-1')]).toEqual([false, true, false]);
});

test('the day of a time is that of the zone of its column', () => {
  expect(dayAt(new Date('2026-03-31T23:30:00Z'), 'Europe/Berlin')).toBe('2026-04-01');
  expect(cellDay('2026-03-31T23:30:00.000Z', 'UTC')).toBe('2026-03-31');
  expect([cellDay('2026-03-31', 'Asia/Tokyo'), cellDay(null, 'UTC'), cellDay('soon', 'UTC')]).toEqual(['2026-03-31', undefined, undefined]);
  const zoned = column({ value_type: 'datetime', field_config: { timezone: 'Asia/Tokyo' } });
  expect([zoneOf(zoned), zoneOf(stage), timeText(zoned, '2026-03-31T23:30:00Z'), timeText(stage, 'x')]).toEqual([
    'Asia/Tokyo',
    'UTC',
    '08:30',
    undefined,
  ]);
});

test('an entry is on each of its days inside of the span, and on its first if it ends before', () => {
  const columns = { start: column({ key: 'from', value_type: 'date' }), end: column({ key: 'to', value_type: 'date' }) };
  const row = (id: string, from: string | null, to: string | null) => ({ id, data: { from, to } }) as unknown as Row;
  const rows = [
    row('a', '2026-02-27', '2026-03-02'),
    row('b', '2026-03-02', null),
    row('c', '2026-03-02', '2026-03-01'),
    row('d', null, null),
  ];
  const byDay = entriesByDay(rows, columns, '2026-03-01', '2026-03-31');
  expect([...byDay].map(([day, all]) => [day, all.map(({ id }) => id)])).toEqual([
    ['2026-03-01', ['a']],
    ['2026-03-02', ['a', 'b', 'c']],
  ]);
  expect(spanFilters(columns, '2026-03-01', '2026-03-31')).toHaveLength(2);
  expect(spanFilters({ ...columns, end: undefined }, '2026-03-01', '2026-03-31')).toEqual([
    { column_key: 'from', op: 'lte', value: '2026-03-31' },
    { column_key: 'from', op: 'gte', value: '2026-03-01' },
  ]);
});

test('points are the largest first, and dates in their order', () => {
  const groups = [
    { group: { stage: 'lead' }, values: { figure: 2 } },
    { group: { stage: 'won' }, values: { figure: 5 } },
    { group: { stage: null }, values: { figure: 1 } },
  ];
  const widget = { id: '1', type: 'bar', title: 'Stages', group_by: 'stage' } as const;
  expect(pointsOf(widget, stage, undefined, groups).map(({ label, text }) => [label, text])).toEqual([
    ['Won', '5'],
    ['Lead', '2'],
    ['Empty', '1'],
  ]);
  const due = column({ key: 'due', value_type: 'date' });
  const months = ['2026-03-01', '2025-12-01'].map((month) => ({ group: { due: month }, values: { figure: 1 } }));
  const line = { ...widget, type: 'line', group_by: 'due', date_bucket: 'month' } as const;
  expect(pointsOf(line, due, undefined, months).map(({ label }) => label)).toEqual(['Dec 2025', 'Mar 2026']);
});

test('a figure asks for no column when it counts, and is shown as a number', () => {
  expect(aggregateOf({ id: '1', type: 'metric', title: 'All', column_key: 'amount' })).toEqual({ function: 'count', as: 'figure' });
  expect([figureText({}, undefined, 1_234), figureText({ function: 'sum' }, undefined, null)]).toEqual(['1,234', '–']);
  expect(groupLabel(column({ value_type: 'date' }), 'quarter', '2026-04-01')).toBe('Q2 2026');
});

test('a slice of a whole turn is a circle, and one of half a turn is half of it', () => {
  expect(slicePath(0, 1)).toContain('A 98 98 0 1 1');
  expect(slicePath(0, 0.5)).toBe('M 100 100 L 100 2 A 98 98 0 0 1 100 198 Z');
});

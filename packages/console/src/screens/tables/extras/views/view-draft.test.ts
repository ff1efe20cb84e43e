import { expect, test } from '@jest/globals';
import type { Column } from '../../table/table.ts';
import { missingText, newConfig, withSetting } from './view-draft.ts';

const columns = [
  { key: 'name', type: 'text', value_type: 'text' },
  { key: 'stage', type: 'select', value_type: 'text' },
  { key: 'due', type: 'date', value_type: 'date' },
] as Column[];

test('a new view names the first columns that fit', () => {
  expect(newConfig('kanban', { columns })).toEqual({ stack_by: 'stage' });
  expect(newConfig('calendar', { columns })).toEqual({ start_column: 'due' });
  expect([newConfig('dashboard', { columns }), newConfig('gallery', { columns })]).toEqual([{ widgets: [] }, {}]);
});

test('says which column a view lacks', () => {
  expect(missingText('kanban', { stack_by: 'stage' }, { columns })).toBeUndefined();
  expect(missingText('kanban', {}, { columns })).toBe('Choose a column for “Stacks by”.');
  expect(missingText('calendar', {}, { columns: [] })).toContain('Add one first');
});

test('an empty setting goes, and another column of stacks takes the order of the old one away', () => {
  expect(withSetting({ start_column: 'due', end_column: 'to' }, 'end_column', '')).toEqual({ start_column: 'due' });
  expect(withSetting({ stack_by: 'a', stack_order: ['x'] }, 'stack_by', 'b')).toEqual({ stack_by: 'b' });
  expect(withSetting({}, 'hide_empty', 'true')).toEqual({ hide_empty: true });
});

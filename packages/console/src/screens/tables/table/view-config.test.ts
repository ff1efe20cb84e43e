import { expect, test } from '@jest/globals';
import { configParameter, withChange } from './view-config.ts';

test('settings survive the address, and only those of the toolbar do', () => {
  const change = { filters: [{ column_key: 'a', op: 'eq', value: 1 }], frozen_count: 2 } as const;
  expect(configParameter.parse(configParameter.format({ ...change, filters: [...change.filters] }))).toEqual(change);
  expect(configParameter.parse('{"stack_by":"a","row_height":"tall"}')).toEqual({ row_height: 'tall' });
});

test.each(['', '[]', 'null', '{', '5'])('%s is not settings', (text) => {
  expect(configParameter.parse(text)).toBeUndefined();
});

test('a change keeps the other settings, and an empty list takes one away', () => {
  const config = { stack_by: 'stage', filters: [], sort: [{ column_key: 'a' }] };
  expect(withChange(config, { sort: [], frozen_count: 1 })).toEqual({ stack_by: 'stage', frozen_count: 1 });
  expect(withChange({ row_height: 'tall' }, { row_height: undefined })).toEqual({});
});

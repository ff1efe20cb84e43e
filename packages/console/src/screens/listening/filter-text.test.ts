import { expect, test } from '@jest/globals';
import { filterText, readFilter } from './filter-text.ts';

test('a filter is one text, or several with commas between, and an empty text allows every event', () => {
  expect(['vip', ' vip ', 'vip, ,new,', ' , ', ''].map((text) => readFilter(text))).toEqual([
    'vip',
    'vip',
    ['vip', 'new'],
    undefined,
    undefined,
  ]);
  expect([filterText(['vip', 'new']), filterText('vip'), filterText(undefined)]).toEqual(['vip, new', 'vip', '']);
});

test('a text with a comma that was given stays one text until it changes', () => {
  expect(readFilter('Smith, Ltd', 'Smith, Ltd')).toBe('Smith, Ltd');
  expect(readFilter('a, b', ['a', 'b'])).toEqual(['a', 'b']);
  expect(readFilter('Smith, Inc', 'Smith, Ltd')).toEqual(['Smith', 'Inc']);
  expect(readFilter('', 'Smith, Ltd')).toBeUndefined();
});

import { expect, test } from '@jest/globals';
import { parseSearch } from '../../routing/search-params.ts';
import { filterFrom, filterParams } from './delivery-filter.ts';

const now = new Date('2026-05-02T09:00:00Z');
const filterOf = (search: string) => filterFrom(parseSearch(filterParams, search), now);

test('an address without parameters filters nothing, and unknown values are left out', () => {
  expect(filterOf('')).toEqual({});
  expect(filterOf('?state=lost&answer=9xx&period=1y')).toEqual({});
});

test('a class of answers is a range of codes, and an error is itself', () => {
  expect(filterOf('?answer=5xx')).toEqual({ min_response_code: 500, max_response_code: 599 });
  expect(filterOf('?answer=timeout')).toEqual({ error: 'timeout' });
});

test('a period starts before now', () => {
  expect(filterOf('?state=dead&period=1d')).toEqual({ status: 'dead', since: '2026-05-01T09:00:00.000Z' });
});

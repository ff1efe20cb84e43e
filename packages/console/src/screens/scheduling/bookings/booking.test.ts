import { expect, test } from '@jest/globals';
import { parseSearch } from '../../../routing/search-params.ts';
import { bookingFilter, bookingParams } from './booking.ts';

const now = '2026-11-27T10:00:00.000Z';
const filterOf = (search: string) => bookingFilter(parseSearch(bookingParams, search), now);

test('the address of the list gives the filter of the call', () => {
  expect(filterOf('')).toEqual({});
  expect(filterOf('?when=upcoming&status=confirmed&page=bkp_1&search=Ada')).toEqual({
    upcoming_only: true,
    status: 'confirmed',
    booking_page_id: 'bkp_1',
    search: 'Ada',
  });
  expect(filterOf('?when=past&status=lost')).toEqual({ to: now });
});

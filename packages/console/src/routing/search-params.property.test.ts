import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { count, flag, formatSearch, oneOf, parseSearch, text, words } from './search-params.ts';

const codecs = { search: text, page: count, open: flag, state: oneOf(['active', 'ended']), tags: words };

const values = fc.record({
  search: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  page: fc.option(fc.nat(), { nil: undefined }),
  open: fc.option(fc.constant(true as const), { nil: undefined }),
  state: fc.option(fc.constantFrom('active' as const, 'ended' as const), { nil: undefined }),
  tags: fc.option(
    fc.array(
      fc.string({ minLength: 1 }).filter((word) => !word.includes(',')),
      { minLength: 1 },
    ),
    { nil: undefined },
  ),
});

test('values survive the address, next to parameters of others', () => {
  fc.assert(
    fc.property(values, (given) => {
      const search = formatSearch(codecs, given, '?other=1');
      expect(parseSearch(codecs, search)).toEqual(given);
      expect(new URLSearchParams(search).get('other')).toBe('1');
    }),
  );
});

test('a parameter that is not of its kind is absent, for any search text', () => {
  expect(parseSearch(codecs, '?search=&page=-1&open=yes&state=gone&tags=')).toEqual({});
  fc.assert(
    fc.property(fc.string(), (search) => {
      const { page, state } = parseSearch(codecs, search);
      expect(page === undefined || Number.isSafeInteger(page)).toBe(true);
      expect([undefined, 'active', 'ended']).toContain(state);
    }),
  );
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstFreeSlug, slugify } from './slugify.ts';

const slug = (title: string) => slugify(title, { fallback: 'page', maxLength: 60 });

test.each([
  ["What's new", 'whats-new'],
  ['What’s new', 'whats-new'],
  ['Größe', 'groesse'],
  ['Crème brûlée', 'creme-brulee'],
  ['  Deals & Co. 2026  ', 'deals-and-co-2026'],
  ['fooBar', 'foobar'],
  ['ﬁne', 'fine'],
  ['!!!', 'page'],
  ['', 'page'],
])('slugify(%j) is %j', (title, expected) => {
  expect(slug(title)).toBe(expected);
});

test('slugify returns a bounded slug of letters, digits and hyphens for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const made = slug(title);
      expect(made).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(made.length).toBeLessThanOrEqual(60);
    }),
  );
});

test('firstFreeSlug appends the first free number', () => {
  expect(firstFreeSlug('deals', new Set())).toBe('deals');
  expect(firstFreeSlug('deals', new Set(['deals', 'deals-2', 'deals-4']))).toBe('deals-3');
});

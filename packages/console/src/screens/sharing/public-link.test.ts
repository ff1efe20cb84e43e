import { expect, test } from '@jest/globals';
import { linkState, readAllLinks } from './public-link.ts';

test('all pages of links are read, each with the cursor of the one before', async () => {
  const cursors: (string | undefined)[] = [];
  const links = await readAllLinks(async ({ cursor }) => {
    cursors.push(cursor);
    return cursor === undefined ? { data: [1, 2], next_cursor: 'c2' } : { data: [3], next_cursor: null };
  });
  expect(links).toEqual([1, 2, 3]);
  expect(cursors).toEqual([undefined, 'c2']);
});

test('a link is expired from its end on', () => {
  const end = Date.parse('2027-01-01T00:00:00Z');
  expect(linkState({ expires_at: null }, end)).toBe('active');
  expect(linkState({ expires_at: '2027-01-01T00:00:00Z' }, end - 1)).toBe('active');
  expect(linkState({ expires_at: '2027-01-01T00:00:00Z' }, end)).toBe('expired');
});

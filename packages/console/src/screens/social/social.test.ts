import { describe, expect, test } from '@jest/globals';
import { addDays, addMonths, weekOf } from '../../dates/days.ts';
import { accountsFor, countFor, NO_CONTENT } from './content.ts';
import { dayOf, monthOf, timeOf, weekdayOf } from './days.ts';
import { type Account, isEditable, type Post, postName } from './social.ts';

const account = (platform: Account['platform'], max_characters: number): Account =>
  ({ id: `sac_${platform}`, platform, handle: `@ada@${platform}`, max_characters, max_media: 4 }) as Account;

describe('the counter of an account', () => {
  test('counts as its network does: Mastodon has one length for all URLs, Bluesky counts the warning with its sign', () => {
    const content = { ...NO_CONTENT, text: `See https://example.com/${'long/'.repeat(30)}`, content_warning: 'Food' };
    expect(countFor(account('mastodon', 500), content).characters).toBe('See '.length + 23 + 'Food'.length);
    expect(countFor(account('bluesky', 300), content).characters).toBe('⚠ Food\n\n'.length + content.text.length);
  });

  test('counts characters as people see them', () => {
    expect(countFor(account('bluesky', 300), { ...NO_CONTENT, text: '👩‍👩‍👧 é' }).characters).toBe(3);
  });

  test('says in a sentence what is too much', () => {
    const text = 'x'.repeat(11);
    expect(countFor(account('mastodon', 11), { ...NO_CONTENT, text }).fault).toBeUndefined();
    expect(countFor(account('mastodon', 10), { ...NO_CONTENT, text })).toMatchObject({
      left: -1,
      fault: '1 character too many for @ada@mastodon.',
    });
    const media = Array.from({ length: 6 }, () => ({ url: 'https://example.com/a.png', alt_text: '' }));
    expect(countFor(account('mastodon', 10), { ...NO_CONTENT, text, media }).fault).toBe(
      '1 character too many and 2 pictures too many for @ada@mastodon.',
    );
  });
});

test('a post without accounts is for the only one', () => {
  const accounts = [account('mastodon', 500), account('bluesky', 300)];
  expect(accountsFor([], accounts)).toEqual([]);
  expect(accountsFor([], accounts.slice(0, 1))).toEqual(accounts.slice(0, 1));
  expect(accountsFor(['sac_bluesky'], accounts)).toEqual(accounts.slice(1));
});

test('a post is named by its first line', () => {
  expect(postName({ text: ' Hello\nWorld', media: [] })).toBe('Hello');
  expect(postName({ text: '', media: [{ url: 'x', alt_text: '' }] })).toBe('Pictures');
  expect(postName({ text: 'x'.repeat(100), media: [] })).toHaveLength(61);
});

test('a post that one account has published cannot be changed', () => {
  const post = (status: Post['status'], ...records: string[]) =>
    ({ status, records: records.map((one) => ({ status: one })) }) as unknown as Post;
  expect(isEditable(post('draft'))).toBe(true);
  expect(isEditable(post('failed', 'failed', 'failed'))).toBe(true);
  expect(isEditable(post('failed', 'failed', 'published'))).toBe(false);
  expect(isEditable(post('scheduled', 'scheduled'))).toBe(false);
});

describe('days', () => {
  test('of an instant depend on the zone', () => {
    expect(dayOf('2026-12-31T23:30:00Z', 'Europe/Berlin')).toBe('2027-01-01');
    expect(dayOf('2026-12-31T23:30:00Z', 'America/New_York')).toBe('2026-12-31');
    expect(timeOf('2026-12-31T23:30:00Z', 'Europe/Berlin')).toBe('00:30');
  });

  test('of a week begin on Monday', () => {
    expect(weekdayOf('2026-11-29')).toBe('sunday');
    expect(weekOf('2026-11-29')).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
  });

  test('of a month are whole weeks around it', () => {
    const days = monthOf('2026-11-15');
    expect([days[0], days.at(-1), days.length % 7]).toEqual(['2026-10-26', '2026-12-06', 0]);
    expect(monthOf('2027-02-10')).toHaveLength(28);
  });

  test('move over the ends of months and years', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

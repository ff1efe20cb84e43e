import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { MAX_LISTED_ERRORS } from '../core/limits.ts';
import { checkEventFilters } from './event-filters.ts';
import { eventTypes } from './event-types.ts';
import { filterReferences } from './filter-references.ts';
import { Filters } from './listeners.ts';

/** Returns the paths of the issues that the filters of a type get. */
const issuesOf = (type: string, filters: Record<string, unknown>): string[] =>
  (
    z
      .record(z.string(), z.unknown())
      .superRefine((given, context) => {
        checkEventFilters(eventTypes.get(type)!, given, context, []);
      })
      .safeParse(filters).error?.issues ?? []
  ).map(({ path }) => path.join('.'));

/** Returns the schema of the entries of a list. */
const entryOf = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema);

describe.each([...eventTypes.values()])('a filter of $type', ({ type, filters, filter_rules = {}, data, sample }) => {
  test('takes the texts of its sample, and no key of another type', () => {
    const texts = Object.fromEntries(filters.flatMap((key) => (typeof sample[key] === 'string' ? [[key, sample[key]]] : [])));
    expect(issuesOf(type, texts)).toEqual([]);
    expect(issuesOf(type, { ...texts, no_such_key: 'x' })).toEqual(['no_such_key']);
  });

  test('takes no other text where its sample has an id, but the name of a table', () => {
    const ids = filters.filter((key) => key !== 'table_id' && /^[a-z]{3}_[0-9a-z]{26}$/.test(String([sample[key]].flat()[0])));
    if (filters.some((key) => key === 'table_id')) expect(issuesOf(type, { table_id: 'Customers' })).toEqual([]);
    expect(issuesOf(type, Object.fromEntries(ids.map((key) => [key, 'Customers'])))).toEqual(ids);
  });

  test('has a rule if its texts are no ids and have no closed set', () => {
    const isFree = (key: string) => !filterReferences.has(key) && entryOf(data.shape[key] as z.ZodType).safeParse('zzz').success;
    expect(Object.keys(filter_rules).toSorted()).toEqual(filters.filter(isFree).toSorted());
  });

  test('has a text as its value in the data', () => {
    const anyText = (schema: z.ZodType) => schema.safeParse('x').error?.issues.every(({ code }) => code !== 'invalid_type') ?? true;
    expect(filters.filter((key) => !anyText(entryOf(data.shape[key] as z.ZodType)))).toEqual([]);
  });
});

test('a filter takes no text that its closed set of values does not have', () => {
  expect(issuesOf('social_post_failed', { platform: 'myspace', error: 'zzz' })).toEqual(['platform', 'error']);
});

test('a filter takes no text that no tag and no calendar can have', () => {
  for (const [type, key] of [
    ['contact_tagged', 'tag'],
    ['calendar_event_created', 'calendar'],
  ] as const) {
    expect(issuesOf(type, { [key]: ['', 'x'.repeat(100), 'a\nb', 'VIP'] })).toEqual([`${key}.0`, `${key}.1`, `${key}.2`]);
    expect(issuesOf(type, { [key]: 'x'.repeat(64) })).toEqual([]);
  }
});

test.each([
  ['table_id', 'tbl_01jd', '{"table_row_created": {"table_id": "tbl_…"}}'],
  ['tag', 'vip', '{"tag_deleted": {"tag": "client"}}'],
  ['site_id', ['sit_01jd'], '{"page_created": {"site_id": "sit_…"}}'],
  ['constructor', 'x', undefined],
])('filters of a listener by %s, which is no event type, get the form with an event type', (key, value, form) => {
  const [issue] = Filters.safeParse({ [key]: value }).error!.issues;
  const message = form === undefined ? expect.stringContaining('is not an event type') : `must be inside of an event type, such as ${form}`;
  expect(issue).toMatchObject({ path: [key], message });
});

test('of very many wrong filters as many are checked as an error lists', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key_${n}`, 'x']));
  expect(issuesOf('contact_tagged', { tag: 'vip', ...many })).toHaveLength(MAX_LISTED_ERRORS + 1);
  expect(Filters.safeParse(many).error?.issues.length).toBeLessThan(500);
});

import { describe, expect, test } from '@jest/globals';
import type { CanUse } from '../core/can-use.ts';
import { matches, occurredAfter } from './subscription-filter.ts';

const tagged = { type: 'contact_tagged', data: { tag: 'vip', tag_id: 'tag_1', actor_kind: 'person' } };
const listener = (event_types: string[], filters: Record<string, unknown> = {}) => ({ event_types, filters });

describe('a listener hears', () => {
  test.each([
    ['a type it names', listener(['contact_created', 'contact_tagged'])],
    ['every type, when it asks for *', listener(['*'])],
    ['an event whose filtered key has the value', listener(['contact_tagged'], { contact_tagged: { tag: 'vip' } })],
    ['an event whose filtered key has one of the values', listener(['*'], { contact_tagged: { tag: ['new', 'vip'] } })],
    ['an event that fits every filter of its type', listener(['*'], { contact_tagged: { tag: 'vip', tag_id: ['tag_1'] } })],
    ['an event made by the kind of actor it wants', listener(['*'], { actor_kind: ['person', 'agent'] })],
    ['an event when only another type is filtered', listener(['*'], { table_row_created: { table_id: 'tbl_1' } })],
    ['an event when the filter of its type is empty', listener(['*'], { contact_tagged: {} })],
  ])('%s', (_what, some) => {
    expect(matches(some, tagged)).toBe(true);
  });
});

describe('a listener does not hear', () => {
  test.each([
    ['a type it does not name', listener(['contact_created'])],
    ['a type whose name only begins the same', listener(['contact'])],
    ['an event whose filtered key has another value', listener(['contact_tagged'], { contact_tagged: { tag: 'new' } })],
    ['an event that fits only some filters', listener(['*'], { contact_tagged: { tag: 'vip', tag_id: 'tag_2' } })],
    ['an event without the filtered key', listener(['*'], { contact_tagged: { colour: 'red' } })],
    ['an event of another kind of actor', listener(['*'], { actor_kind: 'agent' })],
    ['an event of another kind of actor, whatever else fits', listener(['*'], { actor_kind: 'agent', contact_tagged: { tag: 'vip' } })],
    ['anything, with no types', listener([])],
  ])('%s', (_what, some) => {
    expect(matches(some, tagged)).toBe(false);
  });

  test('a value of another type that looks the same', () => {
    expect(matches(listener(['counted'], { counted: { n: '1' } }), { type: 'counted', data: { n: 1 } })).toBe(false);
  });
});

describe('a listener that an agent made', () => {
  const created = { type: 'table_row_created', data: { table_id: 'tbl_1', row_id: 'row_1', folder_id: 'fld_1' } };
  const hears = (can_use: CanUse | null, event: typeof tagged | typeof created = created) =>
    matches({ event_types: ['*'], filters: {}, can_use }, event);

  test('hears about a thing only when everything the event names is in the Can use list', () => {
    expect(hears({ tables: ['tbl_1'], folders: '*' })).toBe(true);
    expect(hears({ tables: '*', folders: ['fld_1', 'fld_2'] })).toBe(true);
    expect(hears({ tables: ['tbl_1'] })).toBe(false);
    expect(hears({ tables: ['tbl_2'], folders: '*' })).toBe(false);
    expect(hears({ tables: [], folders: '*' })).toBe(false);
    expect(hears({})).toBe(false);
  });

  test('hears events that name none of these things, whatever its list', () => {
    expect(hears({}, tagged)).toBe(true);
  });

  test('is told apart from one that no agent made', () => {
    expect(hears(null)).toBe(true);
  });
});

test('a newcomer hears nothing that happened before it was there, except for what clocks of processes differ by', () => {
  const newcomer = { created_at: 10_000, recorded_at: 10_000 };
  const isHeard = (created_at: number, recorded_at: number | null = created_at) => occurredAfter(newcomer, { created_at, recorded_at });
  expect(isHeard(10_000)).toBe(true);
  expect(isHeard(9_001)).toBe(true);
  expect(isHeard(9_000)).toBe(false);
  expect(isHeard(9_000, null)).toBe(false);
});

test.each([
  ['of the process that emits', -1_000_000, 10_005],
  ['of Postgres', 10_005, -1_000_000],
])('a clock %s that is far behind hides nothing from a newcomer', (_, created_at, recorded_at) => {
  expect(occurredAfter({ created_at: 10_000, recorded_at: 10_000 }, { created_at, recorded_at })).toBe(true);
});

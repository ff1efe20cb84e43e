import { describe, expect, test } from '@jest/globals';
import type { CanUse } from '../core/can-use.ts';
import { matches, occurredAfter } from './subscription-filter.ts';

const tagged = { type: 'contact_tagged', data: { tag: 'vip', tag_id: 'tag_1', actor_kind: 'person' } };
const listener = (event_types: string[], filters: Record<string, unknown> = {}) => ({ event_types, filters });

describe('matches returns true for', () => {
  test.each([
    ['a type that the subscription names', listener(['contact_created', 'contact_tagged'])],
    ['every type of a subscription to *', listener(['*'])],
    ['an event whose filtered key has the value', listener(['contact_tagged'], { contact_tagged: { tag: 'vip' } })],
    ['an event whose filtered key has one of the values', listener(['*'], { contact_tagged: { tag: ['new', 'vip'] } })],
    ['an event whose tag differs from the filter in case only', listener(['*'], { contact_tagged: { tag: 'VIP' } })],
    ['an event whose tag differs in case only from one of the values', listener(['*'], { contact_tagged: { tag: ['New', 'Vip'] } })],
    ['an event that passes every filter of its type', listener(['*'], { contact_tagged: { tag: 'vip', tag_id: ['tag_1'] } })],
    ['an event by one of the filtered kinds of actor', listener(['*'], { actor_kind: ['person', 'agent'] })],
    ['an event when only another type is filtered', listener(['*'], { table_row_created: { table_id: 'tbl_1' } })],
    ['an event when the filter of its type is empty', listener(['*'], { contact_tagged: {} })],
  ])('%s', (_case, subscription) => {
    expect(matches(subscription, tagged)).toBe(true);
  });
});

describe('matches returns false for', () => {
  test.each([
    ['a type that the subscription does not name', listener(['contact_created'])],
    ['a type of which only a prefix is named', listener(['contact'])],
    ['an event whose filtered key has another value', listener(['contact_tagged'], { contact_tagged: { tag: 'new' } })],
    ['an event that passes only some filters', listener(['*'], { contact_tagged: { tag: 'vip', tag_id: 'tag_2' } })],
    ['an event without the filtered key', listener(['*'], { contact_tagged: { colour: 'red' } })],
    ['an event by another kind of actor', listener(['*'], { actor_kind: 'agent' })],
    [
      'an event by another kind of actor that passes all other filters',
      listener(['*'], { actor_kind: 'agent', contact_tagged: { tag: 'vip' } }),
    ],
    ['any event of a subscription without types', listener([])],
  ])('%s', (_case, subscription) => {
    expect(matches(subscription, tagged)).toBe(false);
  });

  test('an event with a list that has none of the filtered values', () => {
    const assigned = { type: 'task_assigned', data: { assignee_ids: ['agt_1', 'con_1'] } };
    expect(matches(listener(['*'], { task_assigned: { assignee_ids: ['agt_2', 'con_2'] } }), assigned)).toBe(false);
    expect(matches(listener(['*'], { task_assigned: { assignee_ids: ['agt_2', 'con_1'] } }), assigned)).toBe(true);
    expect(matches(listener(['*'], { task_assigned: { assignee_ids: 'agt_1' } }), assigned)).toBe(true);
    expect(
      matches(listener(['*'], { task_assigned: { assignee_ids: 'agt_1' } }), { type: 'task_assigned', data: { assignee_ids: [] } }),
    ).toBe(false);
  });

  test('an event whose id differs from the filter in case', () => {
    expect(matches(listener(['*'], { contact_tagged: { tag_id: 'TAG_1' } }), tagged)).toBe(false);
  });

  test('a filtered value of another type that looks the same', () => {
    expect(matches(listener(['counted'], { counted: { n: '1' } }), { type: 'counted', data: { n: 1 } })).toBe(false);
  });
});

describe('a subscription of an agent', () => {
  const created = { type: 'table_row_created', data: { table_id: 'tbl_1', row_id: 'row_1', folder_id: 'fld_1' } };
  const receives = (can_use: CanUse | null, event: typeof tagged | typeof created = created) =>
    matches({ event_types: ['*'], filters: {}, can_use }, event);

  test('receives an event only if every resource that the event names is in the Can use list', () => {
    expect(receives({ tables: ['tbl_1'], folders: '*' })).toBe(true);
    expect(receives({ tables: '*', folders: ['fld_1', 'fld_2'] })).toBe(true);
    expect(receives({ tables: ['tbl_1'] })).toBe(false);
    expect(receives({ tables: ['tbl_2'], folders: '*' })).toBe(false);
    expect(receives({ tables: [], folders: '*' })).toBe(false);
    expect(receives({})).toBe(false);
  });

  test('receives an event of a thing in folders if the list has one of the folders, or the document', () => {
    const folder_ids = ['fld_1', 'fld_2'];
    const asset = { type: 'asset_created', data: { asset_id: 'ast_1', folder_id: 'fld_2', folder_ids } };
    const receivesFrom = (can_use: CanUse, event: { type: string; data: Record<string, unknown> } = asset) =>
      matches({ event_types: ['*'], filters: {}, can_use }, event);
    for (const can_use of [{ folders: ['fld_1'] }, { folders: ['fld_2'] }, { folders: '*' as const }])
      expect(receivesFrom(can_use)).toBe(true);
    for (const can_use of [{}, { folders: ['fld_3'] }, { documents: '*' as const }]) expect(receivesFrom(can_use)).toBe(false);
    const document = { type: 'document_created', data: { ...asset.data, document_id: 'doc_1' } };
    for (const can_use of [{ documents: ['doc_1'] }, { folders: ['fld_1'] }]) expect(receivesFrom(can_use, document)).toBe(true);
    expect(receivesFrom({ documents: ['doc_2'], folders: ['fld_3'] }, document)).toBe(false);
    expect(receivesFrom({}, { type: 'asset_created', data: { folder_id: null, folder_ids: [] } })).toBe(true);
    expect(receivesFrom({}, { type: 'document_created', data: { document_id: 'doc_1', folder_id: null, folder_ids: [] } })).toBe(false);
  });

  test('receives an event of a whiteboard in folders if the list has one of them, and of one in no folder always', () => {
    const receivesFrom = (can_use: CanUse, folder_ids: string[]) => {
      const data = { whiteboard_id: 'wbd_1', folder_id: folder_ids.at(-1) ?? null, folder_ids };
      return matches({ event_types: ['*'], filters: {}, can_use }, { type: 'whiteboard_updated', data });
    };
    expect(receivesFrom({ folders: ['fld_1'] }, ['fld_1', 'fld_2'])).toBe(true);
    expect(receivesFrom({ documents: '*', folders: ['fld_3'] }, ['fld_1', 'fld_2'])).toBe(false);
    expect(receivesFrom({}, [])).toBe(true);
  });

  test('receives events that name no such resource, with any Can use list', () => {
    expect(receives({}, tagged)).toBe(true);
  });

  test('receives every event when its Can use list is null, which means that no agent created it', () => {
    expect(receives(null)).toBe(true);
  });
});

test('occurredAfter rejects events from before the subscription, with a second of tolerance for clock skew', () => {
  const subscription = { created_at: 10_000, recorded_at: 10_000 };
  const isAfter = (created_at: number, recorded_at: number | null = created_at) => occurredAfter(subscription, { created_at, recorded_at });
  expect(isAfter(10_000)).toBe(true);
  expect(isAfter(9_001)).toBe(true);
  expect(isAfter(9_000)).toBe(false);
  expect(isAfter(9_000, null)).toBe(false);
});

test.each([
  ['of the emitting process', -1_000_000, 10_005],
  ['of Postgres', 10_005, -1_000_000],
])('occurredAfter accepts an event when only the clock %s is far too early', (_clock, created_at, recorded_at) => {
  expect(occurredAfter({ created_at: 10_000, recorded_at: 10_000 }, { created_at, recorded_at })).toBe(true);
});

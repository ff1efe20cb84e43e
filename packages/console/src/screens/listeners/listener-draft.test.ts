import { expect, test } from '@jest/globals';
import { changeOf, type ListenerDraft, listenerDraftOf, newListenerDraft, readFilters } from './listener-draft.ts';

const listener = {
  kind: 'webhook' as const,
  name: 'CRM',
  url: 'https://hooks.example.com/space',
  event_types: ['contact_tagged', 'contact_created'],
  filters: { actor_kind: ['person', 'agent'], contact_tagged: { tag: 'Smith, Ltd' } },
};

const edited = (over: Partial<ListenerDraft>) => changeOf({ ...listenerDraftOf(listener), ...over }, listener);

test('a draft that nothing changed sends nothing, also for a filter with a comma in its text', () => {
  expect(listenerDraftOf(listener)).toMatchObject({ actor_kind: 'person, agent', filters: { contact_tagged: { tag: 'Smith, Ltd' } } });
  expect(edited({})).toBeUndefined();
  expect(edited({ name: ' CRM ' })).toBeUndefined();
});

test('a change sends the fields that differ, with their values before', () => {
  expect(edited({ name: 'Sales' })).toEqual({ fields: { name: 'Sales' }, before: { name: 'CRM' } });
  expect(edited({ actor_kind: 'person' })).toEqual({
    fields: { filters: { actor_kind: 'person', contact_tagged: { tag: 'Smith, Ltd' } } },
    before: { filters: listener.filters },
  });
});

test('the filters of a type go with the type, in one change', () => {
  expect(edited({ event_types: ['contact_created'] })).toEqual({
    fields: { event_types: ['contact_created'], filters: { actor_kind: ['person', 'agent'] } },
    before: { event_types: listener.event_types, filters: listener.filters },
  });
  expect(edited({ event_types: ['*'] })?.fields).toEqual({ event_types: ['*'] });
});

test('an emptied filter is left out, and a feed sends no address', () => {
  expect(edited({ filters: { contact_tagged: { tag: ' ' } } })?.fields).toEqual({ filters: { actor_kind: ['person', 'agent'] } });
  expect(readFilters({ ...newListenerDraft, event_types: ['tag_updated'], filters: { tag_updated: { tag_id: '', tag: 'vip' } } })).toEqual({
    tag_updated: { tag: 'vip' },
  });
  const feed = { ...listener, kind: 'feed' as const, url: null };
  expect(changeOf({ ...listenerDraftOf(feed), name: 'Log' }, feed)).toEqual({ fields: { name: 'Log' }, before: { name: 'CRM' } });
});

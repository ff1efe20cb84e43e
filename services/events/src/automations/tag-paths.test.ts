import { expect, test } from '@jest/globals';
import { publicCatalog } from '@space/contracts/catalog';
import { type Action, eventTypes } from '@space/contracts/events';
import { unresolvableTag } from './tag-paths.ts';

const created = { event_type: 'contact_created', filters: {} };
const action = (operation: string): Action => ({ operation, arguments: {} });
const reasonFor = (path: string, earlier: readonly Action[] = [], trigger: Parameters<typeof unresolvableTag>[1] = created) =>
  unresolvableTag(path.split('.'), trigger, earlier);

test.each([
  'event',
  'event.id',
  'event.data.contact.custom_fields.plan.deep',
  'event.data.contact.tags.0',
  'event.data.actor.name',
  'contact',
  'contact.first_name',
  'payload.anything.at.all',
  'steps.0.custom_fields.plan',
  'steps.0.tags.3',
  'steps.1.data.0.email',
  'steps.2',
])('{{%s}} may find a value', (path) => {
  expect(reasonFor(path, [action('contacts.create'), action('contacts.list'), action('tables.get')])).toBeUndefined();
});

test.each([
  ['event.typ', 'there is no typ; did you mean "type"?'],
  ['event.data.table_id', 'there is no table_id'],
  ['event.data.contact.tags.first', 'there is no first'],
  ['event.id.x', 'there is no x'],
  ['contact.mail', 'did you mean "email"?'],
  ['steps.0.emial', 'did you mean "email"?'],
  ['steps.1.rows', 'there is data, has_more, next_cursor, total'],
])('{{%s}} never finds a value: %s', (path, why) => {
  expect(reasonFor(path, [action('contacts.create'), action('contacts.list')])).toContain(why);
});

test('event tags need an event trigger, and contact tags need an event type with a contact', () => {
  expect(reasonFor('event.id', [], { manual: true })).toContain('only when an event triggers');
  expect(reasonFor('contact.email', [], { event_type: 'table_deleted', filters: {} })).toContain('has no contact');
});

test.each([...eventTypes.values()])('a tag can read every key of $type', ({ type, data }) => {
  for (const key of Object.keys(data.shape)) expect(reasonFor(`event.data.${key}`, [], { event_type: type, filters: {} })).toBeUndefined();
});

test.each(publicCatalog.map(({ id }) => id))('a tag into the result of %s is validated without an exception', (id) => {
  expect(() => reasonFor('steps.0.a.b.c', [action(id)])).not.toThrow();
});

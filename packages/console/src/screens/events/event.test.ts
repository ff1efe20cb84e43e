import { expect, test } from '@jest/globals';
import { aboutText, actorName } from './event.ts';

const actor = { kind: 'api_key', id: 'key_1', name: 'CRM sync' };

test('an event is about the name of the thing in its data, not about its actor', () => {
  expect(aboutText({ data: { actor, contact_id: 'con_1', contact: { id: 'con_1', name: 'Ada' }, actor_kind: 'api_key' } })).toBe('Ada');
  expect(aboutText({ data: { actor, post: { title: 'Hello', name: '' } } })).toBe('Hello');
});

test('an event without a name in its data is about its id', () => {
  expect(aboutText({ data: { actor, table_id: 'tbl_1' } })).toBe('tbl_1');
  expect(aboutText({ data: { actor } })).toBe('');
});

test('an actor without a name is called by its kind', () => {
  expect(actorName({ data: { actor, actor_kind: 'api_key' } })).toBe('CRM sync');
  expect(actorName({ data: { actor_kind: 'api_key' } })).toBe('api key');
});

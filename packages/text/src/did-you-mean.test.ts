import { expect, test } from '@jest/globals';
import { closestNames, didYouMean } from './did-you-mean.ts';

const names = ['list_contacts', 'create_contact', 'get_contact', 'list_tables', 'list_tags', 'delete_contact'];

test('closestNames returns the name that was meant first', () => {
  expect(closestNames('list_contcts', names)[0]).toBe('list_contacts');
  expect(closestNames('LIST_TABLES', names)[0]).toBe('list_tables');
  expect(closestNames('list_table', names)[0]).toBe('list_tables');
});

test('closestNames returns at most three names, and none when no name is close', () => {
  expect(closestNames('contact', names).length).toBeLessThanOrEqual(3);
  expect(closestNames('transfer_money_abroad', names)).toEqual([]);
  expect(closestNames('x'.repeat(100_000), names)).toEqual([]);
  expect(closestNames('', names)).toEqual([]);
  expect(closestNames('_', names)).toEqual([]);
});

const eventTypes = [
  ...['contact', 'form', 'page', 'site', 'table', 'table_row', 'table_column', 'table_view'].flatMap((noun) =>
    ['created', 'updated', 'deleted'].map((verb) => `${noun}_${verb}`),
  ),
  ...['contact_tagged', 'contact_merged', 'table_row_commented', 'table_row_comment_deleted', 'booking_cancelled', 'form_submitted'],
];

test.each([
  ['row_created', ['table_row_created']],
  ['row_updated', ['table_row_updated']],
  ['row_deleted', ['table_row_deleted', 'table_row_comment_deleted']],
  ['column_created', ['table_column_created']],
  ['comment_created', ['table_row_commented', 'table_row_comment_deleted']],
  ['new_contact', ['contact_created']],
  ['contact_removed', ['contact_deleted']],
  ['createdContact', ['contact_created']],
  ['contact_taged', ['contact_tagged']],
  ['contcat_created', ['contact_created']],
  ['form_submited', ['form_submitted']],
  ['everything_deleted', []],
])('among event types %s means %j', (wanted, meant) => {
  expect(closestNames(wanted, eventTypes)).toEqual(meant);
});

const tools = [
  ...['contact', 'table', 'table_row', 'table_rows', 'row_comment', 'form'].flatMap((noun) => [`create_${noun}`, `delete_${noun}`]),
  ...['list_contacts', 'list_tables', 'list_table_rows', 'contacts', 'tables', 'forms', 'contacts.list_tags', 'contacts.tag'],
];

test.each([
  ['create_row', 'create_table_row'],
  ['list_rows', 'list_table_rows'],
  ['add_contact', 'create_contact'],
  ['contactz', 'contacts'],
  ['tabels', 'tables'],
  ['contacts.tagg', 'contacts.tag'],
])('among tools and families %s first means %s', (wanted, meant) => {
  expect(closestNames(wanted, tools)[0]).toBe(meant);
});

test('a letter that is wrong, missing or in another place does not hide a short name', () => {
  for (const wanted of ['emial', 'mail', 'emal']) expect(closestNames(wanted, ['name', 'email', 'phone'])).toEqual(['email']);
  expect(closestNames('orr', ['and', 'or', 'column_key'])).toEqual(['or']);
});

test('didYouMean ends a sentence with the closest names, or with nothing', () => {
  expect(didYouMean('row_deleted', eventTypes)).toBe('; did you mean "table_row_deleted" or "table_row_comment_deleted"?');
  expect(didYouMean('xyz', eventTypes)).toBe('');
});

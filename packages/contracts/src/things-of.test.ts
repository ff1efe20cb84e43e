import { expect, test } from '@jest/globals';
import { thingsOf } from './things-of.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a line names what the path and the arguments name, once each', () => {
  expect(thingsOf({ table_id: 'tbl_1', row_id: 'row_1', limit: 5, name: 'x', form_id: null }, undefined)).toEqual(['tbl_1', 'row_1']);
  expect(thingsOf({ id: 'con_1' }, bytes('{"id":"con_1","name":"Ada"}'))).toEqual(['con_1']);
});

test('a line names what was made, also when the answer holds it under a name', () => {
  expect(thingsOf({}, bytes('{"id":"con_2","name":"Ada"}'))).toEqual(['con_2']);
  expect(thingsOf({}, bytes('{"subscription":{"id":"lis_1","kind":"feed"}}'))).toEqual(['lis_1']);
  expect(thingsOf({}, bytes('{"data":[{"id":"con_1"}]}'))).toEqual([]);
});

test('what is no id, or too long for one, is left out', () => {
  expect(thingsOf({ id: 'x'.repeat(65), other_id: 7, paid: 'yes' }, bytes('[]'))).toEqual([]);
});

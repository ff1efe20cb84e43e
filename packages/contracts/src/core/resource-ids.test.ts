import { expect, test } from '@jest/globals';
import { resourceIds } from './resource-ids.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('resourceIds returns the ids in the path and the arguments, each once', () => {
  expect(resourceIds({ table_id: 'tbl_1', row_id: 'row_1', limit: 5, name: 'x', form_id: null }, undefined)).toEqual(['tbl_1', 'row_1']);
  expect(resourceIds({ id: 'con_1' }, bytes('{"id":"con_1","name":"Ada"}'))).toEqual(['con_1']);
});

test('resourceIds returns the ids in a list, and those in the entries of a list', () => {
  expect(resourceIds({ table_id: 'tbl_1', row_ids: ['row_1', 'row_2', 'row_1'], tags: ['vip'] }, undefined)).toEqual([
    'tbl_1',
    'row_1',
    'row_2',
  ]);
  expect(resourceIds({ updates: [{ row_id: 'row_1', data: { other_id: 'x' } }, { row_id: 'row_2' }, null, 7] }, undefined)).toEqual([
    'row_1',
    'row_2',
  ]);
});

test('resourceIds returns the id of a created resource, also from a member of the answer', () => {
  expect(resourceIds({}, bytes('{"id":"con_2","name":"Ada"}'))).toEqual(['con_2']);
  expect(resourceIds({}, bytes('{"subscription":{"id":"lis_1","kind":"feed"}}'))).toEqual(['lis_1']);
  expect(resourceIds({}, bytes('{"data":[{"id":"con_1"}]}'))).toEqual([]);
});

test('resourceIds returns at most twenty ids, including that of a created resource', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `con_${index}`);
  expect(resourceIds({ contact_ids: ids }, undefined)).toEqual(ids.slice(0, 20));
  expect(resourceIds({ contact_ids: ids }, bytes('{"id":"aud_1"}'))).toEqual([...ids.slice(0, 19), 'aud_1']);
});

test('resourceIds leaves out values that are no id or too long for one', () => {
  expect(resourceIds({ id: 'x'.repeat(65), other_id: 7, paid: 'yes', invalid: 'yes' }, bytes('[]'))).toEqual([]);
  expect(resourceIds({ id: '\u0000', row_ids: ['a\u0000b', '', 'a b', '../..', 'é', [], {}], link_id: '\ud800' }, undefined)).toEqual([]);
});

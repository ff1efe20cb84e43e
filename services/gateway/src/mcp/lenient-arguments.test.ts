import { describe, expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { inputSchemaOf } from '../operation/json-schema.ts';
import { readLeniently } from './lenient-arguments.ts';
import { createCallableTools } from './tools/callable-tools.ts';

const read = (tool: string, args: Record<string, unknown>) => readLeniently(inputSchemaOf(toolCatalog.get(tool)!.operation), args);

describe('arguments of a tool', () => {
  test('are read as the type that the schema wants', () => {
    const filters = [{ column_key: 'name', op: 'eq', value: '7' }];
    const { args, understood } = read('list_table_rows', {
      table_id: '123',
      limit: '5',
      include_total: 'true',
      filters: JSON.stringify(filters),
      fields: '["name"]',
    });
    expect(args).toEqual({ table_id: '123', limit: 5, include_total: true, filters, fields: ['name'] });
    expect(understood).toEqual([
      'limit: the text was read as a number',
      'include_total: the text was read as true or false',
      'filters: the text was read as a JSON list',
      'fields: the text was read as a JSON list',
    ]);
  });

  test('are read inside of lists and of JSON text, but cells stay as they are', () => {
    const column = { key: 'a', label: 'A', type: 'text', required: 'true' };
    expect(read('create_table', { name: '5', columns: JSON.stringify([column]) }).args).toEqual({
      name: '5',
      columns: [{ ...column, required: true }],
    });
    expect(read('create_table_row', { table_id: 't', data: '{"amount":"5"}', typecast: false })).toEqual({
      args: { table_id: 't', data: { amount: '5' }, typecast: false },
      understood: ['data: the text was read as a JSON object'],
    });
  });

  test.each([
    ['tag_contact', { id: 'con_1', tags: 'old, rare' }, { tags: ['old, rare'] }, ['tags']],
    ['get_events', { types: 'contact_created' }, { types: ['contact_created'] }, ['types']],
    ['list_contacts', { fields: 'email', tags: '["vip"]' }, { fields: ['email'], tags: ['vip'] }, ['fields', 'tags']],
    [
      'list_table_rows',
      { filters: { column_key: 'a', op: 'eq', value: 1 } },
      { filters: [{ column_key: 'a', op: 'eq', value: 1 }] },
      ['filters'],
    ],
    ['list_table_rows', { filters: '{"column_key":"a","op":"is_empty"}' }, { filters: [{ column_key: 'a', op: 'is_empty' }] }, ['filters']],
    [
      'create_form',
      { fields: { key: 'a', label: 'A', type: 'select', options: 'One', required: 'true' } },
      { fields: [{ key: 'a', label: 'A', type: 'select', options: ['One'], required: true }] },
      ['fields', 'fields.0.required', 'fields.0.options'],
    ],
    ['delete_contacts', { contact_ids: 'con_1', dry_run: 'true' }, { contact_ids: ['con_1'], dry_run: true }, ['contact_ids', 'dry_run']],
    ['list_contacts', { verbose: 'true' }, { verbose: true }, ['verbose']],
  ])('of %s are a list where only a list fits: %j', (tool, args, expected, paths) => {
    const { args: found, understood } = readLeniently(createCallableTools().get(tool)!.listed.inputSchema, args);
    expect(found).toEqual({ ...args, ...expected });
    expect([...new Set(understood.map((sentence) => sentence.split(':')[0]))].sort()).toEqual([...paths].sort());
  });

  test.each([
    ['tag_contact', { tags: '' }],
    ['tag_contact', { tags: ' ' }],
    ['tag_contact', { tags: '["vip"' }],
    ['tag_contact', { tags: 7 }],
    ['tag_contact', { tags: null }],
    ['tag_contact', { tags: { name: 'vip' } }],
    ['list_table_rows', { sort: '-amount' }],
    ['list_table_rows', { filters: 'amount' }],
    ['create_table_row', { data: { tags: 'one' } }],
    ['list_contacts', { verbose: 'yes' }],
    ['list_table_rows', { limit: 'five' }],
    ['list_table_rows', { limit: '1e999' }],
    ['list_table_rows', { limit: '9007199254740993' }],
    ['list_table_rows', { filters: '[{' }],
    ['list_table_rows', { include_total: 'yes' }],
    ['create_table_row', { data: '5' }],
    ['list_table_rows', { surely_not_a_field: '5', constructor: '5' }],
  ])('%s leaves %j for the validation', (tool, args) => {
    expect(read(tool, args).args).toEqual(args);
  });

  test('that already fit are the same object', () => {
    const args = { limit: 5, filters: [] };
    expect(read('list_table_rows', args)).toEqual({ args, understood: [] });
    expect(read('list_table_rows', args).args).toBe(args);
  });

  test('are refused for JSON text that cannot be stored', () => {
    expect(() => read('create_table_row', { data: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` })).toThrow('nested deeper');
  });
});

import { expect, test } from '@jest/globals';
import type { Column } from '../../table/table.ts';
import { changedFields, draftOf, newDraft, wireFields, withType } from './column-draft.ts';
import { columnGroups, labelOfType } from './column-kinds.ts';
import { configFieldsOf, configValue } from './config-fields.ts';

const stage = {
  id: 'col_1',
  key: 'stage',
  label: 'Stage',
  type: 'select',
  options: [{ id: 'won', name: 'Won', color: 'teal' }],
  reference_target: null,
  field_config: {},
  required: false,
  default_value: null,
} as unknown as Column;

test('names each of the 26 types once, with a sentence', () => {
  const kinds = columnGroups.flatMap(({ kinds: all }) => all);
  expect(new Set(kinds.map(({ type }) => type)).size).toBe(26);
  expect(kinds.filter(({ sentence }) => !sentence.endsWith('.'))).toEqual([]);
  expect(labelOfType('select')).toBe('Choice');
});

test('sends only the fields that the type of a column has', () => {
  expect(wireFields({ ...newDraft('formula'), label: ' Total ', config: { expression: '1', precision: undefined } }, 'total')).toEqual({
    key: 'total',
    label: 'Total',
    type: 'formula',
    field_config: { expression: '1' },
  });
  const link = {
    ...newDraft('reference'),
    label: 'Owner',
    target: { table_id: 'tbl_1', cardinality: 'one', symmetric_label: 'Deals of it' },
  } as const;
  expect(wireFields(link, 'owner').reference_target).toEqual({
    table_id: 'tbl_1',
    cardinality: 'one',
    symmetric_key: 'deals_of_it',
    symmetric_label: 'Deals of it',
  });
});

test('a change has only the fields that differ, with their values before; choices keep their ids', () => {
  const draft = draftOf(stage);
  expect(changedFields(stage, draft)).toEqual({ fields: {}, before: {} });
  const renamed = { ...draft, label: 'Phase', options: [{ id: 'won', name: 'Gained', color: 'teal' }, { name: 'Lost' }, { name: ' ' }] };
  expect(changedFields(stage, renamed)).toEqual({
    fields: { label: 'Phase', options: [{ id: 'won', name: 'Gained', color: 'teal' }, { name: 'Lost' }] },
    before: { label: 'Stage', options: [{ id: 'won', name: 'Won', color: 'teal' }] },
  });
});

test('a new type starts without the settings of the old one, and choices stay for another type with choices', () => {
  const draft = withType(draftOf(stage), 'multi_select');
  expect(draft.options).toHaveLength(1);
  expect(changedFields(stage, draft).fields).toMatchObject({ type: 'multi_select', field_config: {} });
  expect(withType({ ...newDraft('number'), config: { precision: 2 } }, 'text').config).toEqual({});
});

test('texts of the form become settings; a wrong number is left for the service to refuse', () => {
  const [precision] = configFieldsOf('number');
  expect([configValue(precision!, ' 2 '), configValue(precision!, 'two'), configValue(precision!, '')]).toEqual([2, 'two', undefined]);
  expect([configValue({ kind: 'flag' }, 'true'), configValue({ kind: 'flag' }, 'false')]).toEqual([true, undefined]);
  expect(configValue({ kind: 'list' }, 'https, mailto,')).toEqual(['https', 'mailto']);
});

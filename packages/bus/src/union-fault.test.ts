import { expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { validate } from './field-errors.ts';

/** Returns the errors of an operation's input as sentences. */
const errorsOf = (operation: { readonly input: Parameters<typeof validate>[0] }, input: unknown): string[] =>
  validate(operation.input, input).errors.map(({ path, message }) => `${path}: ${message}`);

const { example: automation, ...create } = contracts.automations.operations.create;

test.each<[trigger: unknown, errors: readonly string[]]>([
  [{ manual: false }, ['trigger.manual: must be true']],
  [{ manual: 'yes' }, ['trigger.manual: must be true']],
  [{ event_type: 'contact_created', manual: true }, ['trigger.manual: cannot be given together with event_type']],
  [
    { event_typ: 'contact_created' },
    ['trigger.event_typ: is not a field here; use one of "event_type", "manual"; did you mean "event_type"?'],
  ],
  [{}, ['trigger: must have one of the fields "event_type", "manual"']],
  ['manual', ['trigger: must be an object']],
])('the trigger %j is wrong by the form that its keys select', (trigger, errors) => {
  expect(errorsOf(create, { ...automation, trigger })).toEqual(errors);
});

const audience = contracts.audiences.operations.create;
const CONDITION_FIELDS = '"field", "custom_field", "tag", "and", "or", "not"';

test.each<[condition: unknown, errors: readonly string[]]>([
  [{ all: [] }, [`condition.all: is not a field here; use one of ${CONDITION_FIELDS}; did you mean "and"?`]],
  [{ nott: {} }, [`condition.nott: is not a field here; use one of ${CONDITION_FIELDS}; did you mean "not"?`]],
  [{}, [`condition: must have one of the fields ${CONDITION_FIELDS}`]],
  [{ and: {} }, ['condition.and: must be a list']],
  [{ tag: 5, op: 'eq' }, ['condition.tag: must be a string', 'condition.op: cannot be given together with tag']],
  [{ or: [{ tags: 'vip' }] }, [`condition.or.0.tags: is not a field here; use one of ${CONDITION_FIELDS}; did you mean "tag"?`]],
  [{ op: 'eq', value: 'x' }, ['condition.field: is required']],
])('the condition %j is wrong by the form that its keys select', (condition, errors) => {
  expect(errorsOf(audience, { name: 'VIP', condition })).toEqual(errors);
});

test('a filter of rows with an unknown key names the keys of all forms', () => {
  const input = { table_id: 'tbl_01jd0000000000000000000000', filters: [{ orr: [] }] };
  expect(errorsOf(contracts.rows.operations.list, input)).toEqual([
    'filters.0.orr: is not a field here; use one of "column_key", "and", "or"; did you mean "or"?',
  ]);
});

const leaf = (key: string, ours: string) => `filters.0.${key}: is not a field of this request; did you mean "${ours}"?`;

test.each<[filter: unknown, errors: readonly string[]]>([
  [
    { column: 'amount', operator: 'gt', value: 5 },
    ['filters.0.column_key: is required', 'filters.0.op: is required', leaf('column', 'column_key'), leaf('operator', 'op')],
  ],
  [{ field: 'amount', op: 'gt', value: 5 }, ['filters.0.column_key: is required', leaf('field', 'column_key')]],
  [{ column_key: 'amount', comparator: 'gt', val: 5 }, ['filters.0.op: is required', leaf('comparator', 'op'), leaf('val', 'value')]],
  [
    { column: 'amount', operator: 'is_empty' },
    [
      'filters.0.column: is not a field here; use one of "column_key", "and", "or"; did you mean "column_key"?',
      'filters.0.operator: is not a field here; use one of "column_key", "and", "or"; did you mean "op"?',
    ],
  ],
])('the filter of rows %j is wrong by the form that its keys select', (filter, errors) => {
  const input = { table_id: 'tbl_01jd0000000000000000000000', filters: [filter] };
  expect(errorsOf(contracts.rows.operations.list, input)).toEqual(errors);
});

test('a sort of rows in the words of other APIs names the fields', () => {
  const input = { table_id: 'tbl_01jd0000000000000000000000', sort: [{ field: 'amount', order: 'desc' }] };
  expect(errorsOf(contracts.rows.operations.list, input)).toEqual([
    'sort.0.column_key: is required',
    'sort.0.field: is not a field of this request; did you mean "column_key"?',
    'sort.0.order: is not a field of this request; did you mean "direction"?',
  ]);
});

test('a condition of a form field with an unknown key names the keys of all forms', () => {
  const field = { key: 'order', label: 'Order', type: 'short_text', visible_if: { alll: [] } };
  expect(errorsOf(contracts.forms.operations.create, { ...contracts.forms.operations.create.example, fields: [field] })).toEqual([
    'fields.0.visible_if.alll: is not a field here; use one of "field", "and", "or", "not"',
  ]);
});

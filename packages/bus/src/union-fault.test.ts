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

test('a condition of a form field with an unknown key names the keys of all forms', () => {
  const field = { key: 'order', label: 'Order', type: 'short_text', visible_if: { alll: [] } };
  expect(errorsOf(contracts.forms.operations.create, { ...contracts.forms.operations.create.example, fields: [field] })).toEqual([
    'fields.0.visible_if.alll: is not a field here; use one of "field", "and", "or", "not"',
  ]);
});

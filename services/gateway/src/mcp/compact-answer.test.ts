import { expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { formsOf, type JsonSchema, outputSchemaOf } from '../operation/json-schema.ts';
import { isReadOnly } from '../operation/read-only.ts';
import { compactAnswer, RESOURCE_IDS } from './compact-answer.ts';

const times = { created_at: '2027-01-01T00:00:00.000Z', updated_at: '2027-01-02T00:00:00.000Z' };
const page = { data: [{ id: 'con_1', name: 'Ada', phone: null, ...times }], has_more: false, next_cursor: null };

test('leaves out null fields and the times of resources at any depth', () => {
  expect(compactAnswer(page, {})).toEqual({ data: [{ id: 'con_1', name: 'Ada' }], has_more: false });
});

test('has a time that an argument of the call names', () => {
  const { created_at, updated_at } = times;
  expect(compactAnswer(page, { since: created_at })).toMatchObject({ data: [{ created_at }] });
  expect(compactAnswer(page, { sort: '-created_at' }).data).not.toMatchObject([{ updated_at }]);
  expect(compactAnswer(page, { fields: ['name', 'updated_at'] })).toMatchObject({ data: [{ updated_at }] });
});

test('has the time of a record that never changes, and fields of these names in data of users', () => {
  const line = { id: 'act_1', created_at: times.created_at };
  expect(compactAnswer(line, {})).toEqual(line);
  const row = { id: 'row_1', data: { ...times }, ...times };
  expect(compactAnswer(row, {})).toEqual({ id: 'row_1', data: times });
});

test('has null in `before`, and in parts whose fields the schema does not name', () => {
  expect(compactAnswer({ id: 'con_1', phone: '1', before: { phone: null } }, {})).toEqual({
    id: 'con_1',
    phone: '1',
    before: { phone: null },
  });
  const schemaOfTool = (name: string) => outputSchemaOf(toolCatalog.get(name)!.operation);
  const contact = { ...page.data[0]!, custom_fields: { size: null } };
  const contacts = compactAnswer({ ...page, data: [contact] }, {}, schemaOfTool('list_contacts'));
  expect(contacts).toEqual({ data: [{ id: 'con_1', name: 'Ada', custom_fields: { size: null } }], has_more: false });
  const row = { id: 'row_1', data: { size: null }, ...times };
  expect(compactAnswer({ ...page, data: [row] }, {}, schemaOfTool('list_table_rows'))).toMatchObject({ data: [{ data: { size: null } }] });
});

test('leaves out a field of a resource that is null though any JSON is allowed, such as the default value of a column', () => {
  const column = { id: 'col_1', key: 'name', ...times };
  const answer = {
    id: 'tbl_1',
    name: 'Deals',
    ...times,
    columns: [
      { ...column, default_value: null },
      { ...column, default_value: { unit: null } },
    ],
  };
  expect(compactAnswer(answer, {}, outputSchemaOf(toolCatalog.get('get_table')!.operation))).toEqual({
    id: 'tbl_1',
    name: 'Deals',
    columns: [
      { id: 'col_1', key: 'name' },
      { id: 'col_1', key: 'name', default_value: { unit: null } },
    ],
  });
  const changes = { amount: { from: 5, to: null } };
  const version = { version: 3, created_at: times.created_at, changes };
  expect(compactAnswer({ data: [version] }, {}, outputSchemaOf(toolCatalog.get('list_table_row_history')!.operation))).toEqual({
    data: [version],
  });
});

test('leaves out the times of a delivery, which has another name for its id', () => {
  const delivery = { delivery_id: 'dlv_1', status: 'success', attempts: 1, next_attempt_at: null, ...times };
  const schema = outputSchemaOf(toolCatalog.get('list_event_webhook_deliveries')!.operation);
  const answer = { data: [delivery], has_more: false, next_cursor: null };
  expect(compactAnswer(answer, {}, schema)).toEqual({
    data: [{ delivery_id: 'dlv_1', status: 'success', attempts: 1 }],
    has_more: false,
  });
  expect(compactAnswer(answer, { sort: 'created_at' }, schema)).toMatchObject({ data: [{ created_at: times.created_at }] });
});

test('has of the rows of a bulk change their ids and errors only', () => {
  const row = { id: 'row_1', title: 'Engine', data: { name: 'Engine' }, ...times };
  const failed = { code: 'div_0', message: 'divides by zero' };
  const schema = outputSchemaOf(toolCatalog.get('upsert_table_rows')!.operation);
  const results = [
    { index: 0, outcome: 'created', row: { ...row, _errors: { share: failed } }, error: null },
    { index: 1, outcome: 'failed', row: null, error: 'name is taken' },
  ];
  expect(compactAnswer({ results, created: 1, failed: 1 }, {}, schema, true)).toEqual({
    results: [
      { index: 0, outcome: 'created', row: { id: 'row_1', _errors: { share: failed } } },
      { index: 1, outcome: 'failed', error: 'name is taken' },
    ],
    created: 1,
    failed: 1,
  });
});

const isResource = ({ required }: JsonSchema) => ['id', 'created_at', 'updated_at'].every((name) => required?.includes(name));

test('every resource in an answer has a field that says that it is one', () => {
  const objects = [...toolCatalog.values()].flatMap(({ operation }) => {
    const schema = outputSchemaOf(operation);
    return objectsOf(schema, schema.$defs ?? {}).map(({ properties = {} }) => Object.keys(properties));
  });
  const withTimes = objects.filter((names) => ['created_at', 'updated_at'].every((time) => names.includes(time)));
  expect(withTimes.length).toBeGreaterThan(20);
  const others = withTimes.filter((names) => !RESOURCE_IDS.some((id) => names.includes(id)));
  expect(others).toEqual([]);
});

/** Returns the schemas of all objects in an answer. */
function objectsOf(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>, seen = new Set<JsonSchema>()): JsonSchema[] {
  return formsOf(schema, definitions).flatMap((form) => {
    if (seen.has(form)) return [];
    seen.add(form);
    const parts = [...Object.values(form.properties ?? {}), ...(typeof form.items === 'object' ? [form.items] : [])];
    return [...(form.properties ? [form] : []), ...parts.flatMap((part) => objectsOf(part, definitions, seen))];
  });
}

/** Returns true for the schema of an answer with a list of resources, or of results with a resource each, that is no resource itself. */
function hasResources(schema: JsonSchema): boolean {
  const forms = (part: JsonSchema) => formsOf(part, schema.$defs ?? {});
  const partsOf = ({ properties = {} }: JsonSchema) => Object.values(properties).flatMap(forms);
  return partsOf(schema).some(
    ({ items }) =>
      typeof items === 'object' && !isResource(schema) && forms(items).some((item) => [item, ...partsOf(item)].some(isResource)),
  );
}

test('exactly the changes that answer many resources say so', () => {
  const changes = [...toolCatalog.values()].filter(({ operation }) => !isReadOnly(operation));
  const names = (some: typeof changes) => some.map(({ tool }) => tool.name);
  const many = changes.filter(({ operation }) => hasResources(outputSchemaOf(operation)));
  expect(many.length).toBeGreaterThan(3);
  expect(names(many)).toEqual(names(changes.filter(({ operation }) => operation.answers_many)));
});

test('leaves entries of lists and other values as they are', () => {
  const answer = { values: [null, 0, '', false, [null]], empty: {} };
  expect(compactAnswer(answer, {})).toEqual(answer);
});

test('no operation has an input field of the name `verbose`', () => {
  expect([...toolCatalog.values()].filter(({ operation }) => Object.hasOwn(operation.input.shape, 'verbose'))).toEqual([]);
});

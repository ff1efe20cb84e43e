import { expect, test } from '@jest/globals';
import { newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Makes a change by a tool, calls the tool of its `undo`, and returns what `read` answers before, after the change, and at the end. */
async function changeAndUndo(api_key: string, read: () => Promise<unknown>, name: string, args: object) {
  const before = await read();
  const { structuredContent: answer } = await callTool(api_key, name, args);
  const changed = await read();
  const undone = await callTool(api_key, answer.undo.tool, answer.undo.arguments);
  expect(undone.isError ?? false).toBe(false);
  return { before, changed, after: await read(), redo: undone.structuredContent.undo };
}

test.each([
  ['upsert_contacts', { contacts: [{ ...ada, company: 'Engines', tags: ['new'] }, { email: 'bob@example.com' }] }],
  ['import_contacts', { csv: 'email,company,tags\r\nada@example.com,Engines,new\r\nbob@example.com,,\r\n' }],
])('the undo of %s restores the contacts over MCP', async (name, args) => {
  const { api_key, client } = await newSpace();
  await client.contacts.create(ada);
  const read = async () => (await client.contacts.list({ fields: ['name', 'email', 'company', 'tags'] })).data;
  const { before, changed, after, redo } = await changeAndUndo(api_key, read, name, args);
  expect(changed).toMatchObject([{ email: 'bob@example.com' }, { company: 'Engines', tags: ['new'] }]);
  expect(after).toEqual(before);
  await callTool(api_key, redo.tool, redo.arguments);
  expect(await read()).toEqual(changed);
});

test.each([
  ['delete_contacts', () => ({ tags: ['vip'] })],
  ['delete_contact', (id: string) => ({ id })],
])('the undo of %s restores the contact with its id, tag and audience over MCP', async (name, args) => {
  const { api_key, client } = await newSpace();
  const { id } = await client.contacts.create(ada);
  await client.contacts.tag({ id, tags: ['vip'] });
  const audience = await client.audiences.create({ name: 'Friends', contact_ids: [id] });
  const read = async () => [
    (await client.contacts.list({ fields: ['name', 'email', 'tags', 'created_at'] })).data,
    (await client.audiences.contacts({ id: audience.id })).data.map((contact) => contact.id),
  ];
  const { before, changed, after, redo } = await changeAndUndo(api_key, read, name, args(id));
  expect([before, changed]).toEqual([
    [[expect.objectContaining({ id, tags: ['vip'] })], [id]],
    [[], []],
  ]);
  expect(after).toEqual(before);
  expect(redo.tool).toBe('revert_contacts');
});

test('a deletion over MCP with erase has no undo', async () => {
  const { api_key, client } = await newSpace();
  const { id } = await client.contacts.create(ada);
  const { structuredContent } = await callTool(api_key, 'delete_contact', { id, erase: true });
  expect(structuredContent).toMatchObject({ id, deleted: true });
  expect(structuredContent).not.toHaveProperty('undo');
});

test('the undo of delete_tag restores the tag with its id on its contacts', async () => {
  const { api_key, client } = await newSpace();
  const { id } = await client.contacts.create(ada);
  await client.contacts.tag({ id, tags: ['vip'] });
  const [vip] = (await client.tags.list()).data;
  const read = async () => [(await client.contacts.get({ id })).tags, (await client.tags.list()).data.map((tag) => tag.id)];
  const { before, changed, after, redo } = await changeAndUndo(api_key, read, 'delete_tag', { id: vip!.id });
  expect([before, changed, after]).toEqual([
    [['vip'], [vip!.id]],
    [[], []],
    [['vip'], [vip!.id]],
  ]);
  expect(redo).toEqual({ tool: 'delete_tag', arguments: { id: vip!.id } });
});

test.each([
  ['create_table_rows', { rows: [{ name: 'new' }] }],
  ['upsert_table_rows', { key: 'name', rows: [{ name: 'a', stage: 'lost' }, { name: 'new' }] }],
  ['update_matching_table_rows', { filters: [{ column_key: 'stage', op: 'eq', value: 'open' }], data: { stage: 'lost' } }],
  ['delete_matching_table_rows', { filters: [{ column_key: 'stage', op: 'eq', value: 'open' }] }],
  ['import_table_rows', { csv: 'name\nnew\n' }],
])('the undo of %s over MCP leaves a row that was created since, and has an undo itself', async (name, args) => {
  const { api_key, client } = await newSpace();
  const text = (key: string, field_config?: object) => ({ key, label: key, type: 'text' as const, ...(field_config && { field_config }) });
  const { id: table_id } = await client.tables.create({ name: 'Deals', columns: [text('name', { unique: true }), text('stage')] });
  await client.rows.create_bulk({ table_id, rows: ['a', 'b'].map((row) => ({ name: row, stage: 'open' })) });
  const read = async () => (await client.rows.list({ table_id, sort: 'name' })).data.map(({ data }) => data);
  const before = await read();
  const { structuredContent: answer } = await callTool(api_key, name, { table_id, ...args });
  const changed = await read();
  expect(changed).not.toEqual(before);
  await client.rows.create({ table_id, data: { name: 'z' } });
  const later = { name: 'z', stage: null };
  const undone = await callTool(api_key, answer.undo.tool, answer.undo.arguments);
  expect(undone.structuredContent).toMatchObject({ conflicts: 0, missing: 0 });
  expect(await read()).toEqual([...before, later]);
  const { undo } = undone.structuredContent;
  await callTool(api_key, undo.tool, undo.arguments);
  expect(await read()).toEqual([...changed, later]);
});

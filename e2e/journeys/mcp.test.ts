import { afterAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { publicCatalog, toolCatalog } from '@space/contracts/catalog';
import { operator, profile } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool, mcpPost, toolNames } from './mcp-post.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

const me = { name: 'e2e', version: '1.0.0' };
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

type Headers = Readonly<Record<string, string>>;

/** Every kind of client that agents come with, connected. */
const clients = [
  [
    'the 1.x client',
    async (headers: Headers) => {
      const client = new Client1(me);
      await client.connect(new Transport1(new URL(profile.mcp_url), { requestInit: { headers } }) as never);
      return client;
    },
  ],
  [
    'the 2.x client as of 2025',
    async (headers: Headers) => {
      const client = new Client(me);
      await client.connect(new StreamableHTTPClientTransport(new URL(profile.mcp_url), { requestInit: { headers } }));
      return client;
    },
  ],
  [
    'the 2.x client as of 2026',
    async (headers: Headers) => {
      const client = new Client(me, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new StreamableHTTPClientTransport(new URL(profile.mcp_url), { requestInit: { headers } }));
      return client;
    },
  ],
] as const;

describe.each(clients)('with %s', (_name, connect) => {
  test('lists tools, creates a contact, and reads it as structured content and as text', async () => {
    const { api_key, client: rest } = await newSpace();
    const client = await connect({ authorization: `Bearer ${api_key}` });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search_tools', 'call_tool', 'contacts']));
    const created = await client.callTool({ name: 'create_contact', arguments: { ...ada, verbose: true } });
    expect(created.isError ?? false).toBe(false);
    expect(created.structuredContent).toMatchObject(ada);
    const [text] = created.content as { type: string; text: string }[];
    expect(JSON.parse(text!.text)).toEqual(created.structuredContent);
    const { untrusted, undo, ...contact } = created.structuredContent as Record<string, unknown>;
    expect(untrusted).toMatch(/treat it as data/);
    expect(undo).toEqual({ tool: 'delete_contact', arguments: { id: contact.id } });
    expect((await rest.contacts.list()).data).toEqual([contact]);
    await client.close();
  });

  test('an error of an operation is a tool result with one sentence, not a protocol error', async () => {
    const { api_key } = await newSpace({ scopes: ['contacts:read'] });
    const client = await connect({ 'x-api-key': api_key });
    const refused = await client.callTool({ name: 'create_contact', arguments: ada });
    expect(refused).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining('contacts:write') }] });
    const wrong = await client.callTool({ name: 'list_contacts', arguments: { limit: 500 } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^limit: .*200.*\.$/) }] });
    await client.close();
  });

  test('an unknown tool is an error that suggests similar names', async () => {
    const { api_key } = await newSpace();
    const client = await connect({ 'x-api-key': api_key });
    await expect(client.callTool({ name: 'create_contct', arguments: {} })).rejects.toThrow(/create_contact/);
    await client.close();
  });

  test('an invalid key is rejected first', async () => {
    await expect(connect({ 'x-api-key': 'wks_live_wrong' })).rejects.toThrow(/Invalid Space API key|401|Unauthorized/i);
  });
});

interface ListedFamily {
  readonly name: string;
  readonly inputSchema: { readonly properties?: { readonly action?: { readonly enum?: readonly string[] } } };
}

/** The single tool that an action of a family is. */
const named = (family: string, action: string): string =>
  [...toolCatalog.values()].find(({ tool }) => tool.family === family && tool.action === action)!.tool.name;

test('tools/list contains the tools of the scopes of the key and does not mention others', async () => {
  for (const scope of new Set(publicCatalog.flatMap(({ operation }) => operation.scope ?? []))) {
    const { api_key } = await newSpace({ scopes: [scope] });
    const granted = [...toolCatalog.values()]
      .filter(({ operation }) => operation.scope === scope || operation.any_key)
      .map(({ tool }) => tool.name);
    const { body } = await mcpPost(api_key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const shown = (body.result.tools as ListedFamily[]).flatMap(({ name, inputSchema }) =>
      (inputSchema.properties?.action?.enum ?? []).map((action) => named(name, action)),
    );
    expect(shown.sort()).toEqual(granted.sort());
  }
});

test('operator operations are neither listed nor callable as tools', async () => {
  const { api_key } = await newSpace();
  expect((await toolNames(api_key)).join()).not.toMatch(/key|space|agent/);
  const { body } = await mcpPost(api_key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_key', arguments: {} } });
  expect(body.error).toMatchObject({ code: -32_602, message: expect.stringMatching(/^Unknown tool: create_key\./) });
});

test('every tool has a flat schema and a readOnlyHint', async () => {
  const { api_key } = await newSpace();
  const { body } = await mcpPost(api_key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  for (const { name, description, inputSchema, annotations } of body.result.tools) {
    expect(name).toMatch(/^[a-z_]{1,50}$/);
    expect(description).toMatch(/\.$/);
    expect(inputSchema).toMatchObject({ type: 'object' });
    for (const keyword of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(inputSchema).not.toHaveProperty(keyword);
    const operation = toolCatalog.get(name)?.operation;
    const reads = operation?.route ? operation.route.method === 'GET' : operation?.scope?.endsWith(':read');
    if (operation) expect(annotations).toMatchObject({ readOnlyHint: reads });
  }
});

test('tools/list is deterministic', async () => {
  const { api_key } = await newSpace();
  expect(await toolNames(api_key)).toEqual(await toolNames(api_key));
});

test('a webhook created by a tool receives the event of a contact created by a tool, with its actor', async () => {
  const space = await newWebhookSpace();
  const agent = await operator.settings.create_agent({ space_id: space.space_id, name: 'Scout' });
  const { api_key } = await newKey(space.space_id, { agent_id: agent.id });
  const hook = await callTool(api_key, 'create_event_webhook', {
    name: 'By tool',
    url: space.receiver.url,
    event_types: ['contact_created'],
  });
  expect(hook.structuredContent).toMatchObject({ secret: expect.stringMatching(/^whsec_/), subscription: { kind: 'webhook' } });
  await callTool(api_key, 'create_contact', ada);
  const { event } = await space.received('contact_created');
  expect(event.data).toMatchObject({ actor_kind: 'agent', actor: { id: agent.id, name: 'Scout' } });
  const log = await callTool(api_key, 'list_event_webhook_deliveries', { id: hook.structuredContent.subscription.id });
  expect(log.structuredContent.data).toHaveLength(1);
});

test('a repeated tool call with the same idempotency_key is executed once', async () => {
  const { api_key, client } = await newSpace();
  const first = await callTool(api_key, 'create_contact', { ...ada, idempotency_key: 'once' });
  const second = await callTool(api_key, 'create_contact', { ...ada, idempotency_key: 'once' });
  expect(second.structuredContent).toEqual(first.structuredContent);
  expect((await client.contacts.list()).data).toHaveLength(1);
});

test('rejects an argument that the preset of a tool fixes', async () => {
  const { api_key } = await newSpace();
  const result = await callTool(api_key, 'create_event_webhook', {
    kind: 'feed',
    name: 'x',
    url: 'https://127.0.0.1:9/',
    event_types: ['*'],
  });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^kind: /) }] });
});

test('an error of a service names the tool that is the way out', async () => {
  const { api_key } = await newSpace();
  const refusalOf = async (name: string, args: object) => (await callTool(api_key, name, args)).content[0].text;
  const { id } = (await callTool(api_key, 'create_contact', ada)).structuredContent;
  expect(await refusalOf('create_contact', ada)).toBe(
    `A contact with the email ${ada.email} exists already (${id}); change that one with update_contact.`,
  );
  const table_id = (await callTool(api_key, 'create_table', { name: 'Old', columns: [{ key: 'a', label: 'A', type: 'text' }] }))
    .structuredContent.id;
  await callTool(api_key, 'update_table', { table_id, archived: true });
  expect(await refusalOf('create_table_row', { table_id, data: { a: '1' } })).toBe(
    'The table Old is archived; unarchive it with update_table {"archived": false} first.',
  );
});

test('a bulk change of rows answers their ids, and as a dry run the cells that they would get', async () => {
  const { api_key } = await newSpace();
  const call = async (name: string, args: object) => (await callTool(api_key, name, args)).structuredContent;
  const { id: table_id } = await call('create_table', { name: 'Stock', columns: [{ key: 'amount', label: 'Amount', type: 'number' }] });
  const made = await call('create_table_rows', { table_id, rows: [{ amount: 1 }] });
  const change = { table_id, updates: [{ row_id: made.data[0].id, data: { amount: '1.234,5' } }], typecast: true };
  expect((await call('update_table_rows', { ...change, dry_run: true })).data).toMatchObject([
    { id: made.data[0].id, data: { amount: expect.any(Number) } },
  ]);
  expect((await call('update_table_rows', change)).data).toEqual([{ id: made.data[0].id }]);
});

test('cells that are texts are read as numbers, truth values and choices, and the answer says so', async () => {
  const { api_key, request } = await newSpace();
  const call = async (name: string, args: object) => (await callTool(api_key, name, args)).structuredContent;
  const columns = [
    { key: 'seats', label: 'Seats', type: 'number', field_config: { precision: '2' }, default_value: '1' },
    { key: 'paid', label: 'Paid', type: 'checkbox' },
    { key: 'labels', label: 'Labels', type: 'multi_select', options: [{ name: 'vip' }] },
  ];
  const table = await call('create_table', { name: 'Orders', columns });
  expect(table).toMatchObject({
    columns: [{ field_config: { precision: 2 }, default_value: 1 }, {}, {}],
    understood: [
      'columns.0.field_config.precision: the text was read as a number',
      'columns.0.default_value: the text was read as a number',
    ],
  });
  const { id: table_id } = table;
  const data = { seats: '12', paid: 'true', labels: 'vip' };
  const made = await call('create_table_row', { table_id, data });
  expect(made.data).toMatchObject({ seats: 12, paid: true, labels: ['vip'] });
  expect(made.understood).toEqual([
    'seats: the text was read as a number',
    'paid: the text was read as true or false',
    'labels: the text was read as a list',
  ]);
  expect((await request('POST', `/tables/${table_id}/rows`, { body: { data } })).status).toBe(400);
});

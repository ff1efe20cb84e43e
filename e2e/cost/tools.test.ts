import { beforeAll, expect, test } from '@jest/globals';
import { toolCatalog } from '@space/contracts/catalog';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { sharded } from '@space/runtime/testing';
import { newSpace, type TestSpace } from '../space.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { mcpRequest, toolCall } from './tool-calls.ts';
import { boundsOf, type Schema, worstValue } from './worst-values.ts';

let space: TestSpace;
let table_id: string;
beforeAll(async () => {
  space = await newSpace();
  const columns = [{ key: 'text', label: 'Text', type: 'long_text' as const }];
  table_id = (await space.client.tables.create({ name: 'Deals', columns })).id;
  for (let n = 0; n < 4; n++)
    await space.client.rows.create_bulk({ table_id, rows: Array.from({ length: 100 }, () => ({ text: 'x'.repeat(10_000) })) });
  for (let n = 0; n < 20; n++)
    await space.client.contacts.create({ name: 'Ada', email: `ada.${n}@example.com`, custom_fields: { bio: 'x'.repeat(200_000) } });
});

/** Bytes of all arguments of a call together; the operations are called with the largest ones over REST. */
const ROOM = 262_144;

/** Returns a call with the longest value for every argument. */
function longestArguments(schema: Schema): unknown {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'wait');
  const $defs = schema.$defs ?? {};
  return Object.fromEntries(
    fields.map(([name, field]) => [name, worstValue({ ...field, $defs }, { shape: 'long', fill: 'x', room: ROOM / fields.length })]),
  );
}

const tools = [...toolCatalog.values()].map(({ tool, operation }) => ({ name: tool.name, input: operation.input }));

test.each(sharded(tools, ({ name }) => name))(
  'the tool $name stays within its budget for the longest arguments',
  async ({ name, input }) => {
    const args = longestArguments(boundsOf(input));
    const answer = await expectWithinBudget('tool', mcpRequest(space, toolCall('call_tool', { name, arguments: args })), name);
    expect(answer.status).toBe(200);
  },
);

const words = 'send a mail to everyone who booked '.repeat(20).slice(0, 500);
const large = 'x'.repeat(MAX_BODY_BYTES - 1_024);

/** The most expensive requests to the endpoint itself. */
const requests: readonly (readonly [what: string, message: () => unknown])[] = [
  ['the list of all tools', () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
  ['a tool with a name of 1 MiB', () => toolCall(large, {})],
  ['a tool with a name of 1 MiB through call_tool', () => toolCall('call_tool', { name: large, arguments: {} })],
  ['an action of 1 MiB', () => toolCall('contacts', { action: large })],
  ['an id of 1 MiB', () => toolCall('list_contacts', {}, large)],
  ['a method of 1 MiB', () => ({ jsonrpc: '2.0', id: 1, method: large })],
  ['the longest search', () => toolCall('search_tools', { query: words, limit: 20 })],
  ['a search for 1 MiB', () => toolCall('search_tools', { query: large })],
  [
    'a batch of searches',
    () => Array.from({ length: 20 }, (_, n) => toolCall('search_tools', { query: `${n} ${words}`.slice(0, 500), limit: 20 }, n)),
  ],
  ['a batch of the largest lists', () => Array.from({ length: 20 }, (_, n) => toolCall('list_contacts', { limit: 200 }, n))],
  [
    'a batch of the largest writes',
    () =>
      Array.from({ length: 20 }, (_, n) =>
        toolCall('create_contact', { name: 'Ada', email: `b${n}@example.com`, custom_fields: { bio: 'x'.repeat(48_000) } }, n),
      ),
  ],
  ['a batch of exports', () => Array.from({ length: 20 }, (_, n) => toolCall('export_table_rows', { table_id, limit: 1_000 }, n))],
  ['a batch that is too long', () => Array.from({ length: 20_000 }, (_, n) => toolCall('list_contacts', {}, n))],
  [
    'arguments nested without end',
    () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
  ],
  [
    '99,000 unknown arguments',
    () => toolCall('create_contact', Object.fromEntries(Array.from({ length: 99_000 }, (_, n) => [`a${n}`, 0]))),
  ],
];

test.each(requests)('%s over MCP stays within the budget', async (what, message) => {
  const answer = await expectWithinBudget(what.startsWith('a batch of') ? 'batch' : 'tool', mcpRequest(space, message()), what);
  expect(answer.status).toBeGreaterThanOrEqual(200);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createToolCatalog } from '../src/mcp/tools/tool-catalog.ts';
import { listedTools } from '../src/mcp/tools/tool-list.ts';
import { type Api, startApi } from './fixtures/api.ts';
import { keyWith } from './fixtures/key-with.ts';

let api: Api;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  headers = { 'x-api-key': (await api.newKey(await api.newSpace())).api_key };
});
afterAll(() => api.stop());

const expected = JSON.parse(JSON.stringify(listedTools(createToolCatalog(), keyWith(['contacts:read', 'contacts:write']))));
const endpoint = () => new URL(`${api.url}/v1/mcp`);

describe.each([
  ['2025', 'legacy', '2025-11-25'],
  ['2026, negotiated', 'auto', '2026-07-28'],
  ['2026, pinned', { pin: '2026-07-28' }, '2026-07-28'],
] as const)('a client that speaks the revisions of %s', (_years, mode, revision) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: { headers } }));
  });
  afterAll(() => client.close());

  test('negotiates its revision, reads the instructions and lists the tools', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toMatch(/one Space/);
    expect((await client.listTools()).tools).toEqual(expected);
  });

  test('calls a tool, and reads an error as a sentence', async () => {
    const made = await client.callTool({
      name: 'create_contact',
      arguments: { name: 'Ada', email: `${typeof mode === 'string' ? mode : 'pinned'}@example.com` },
    });
    expect(made.structuredContent).toMatchObject({ name: 'Ada' });
    const refused = await client.callTool({ name: 'get_contact', arguments: { id: 'con_nobody' } });
    expect(refused).toMatchObject({ isError: true, content: [{ type: 'text', text: 'There is no contact "con_nobody" in this Space.' }] });
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });
});

test('a client of the first SDK lists and calls tools', async () => {
  const client = new ClientV1({ name: 'test', version: '1.0.0' });
  await client.connect(new TransportV1(endpoint(), { requestInit: { headers } }) as Parameters<typeof client.connect>[0]);
  expect((await client.listTools()).tools).toEqual(expected);
  expect((await client.callTool({ name: 'list_contacts', arguments: { limit: 1 } })).structuredContent).toMatchObject({ has_more: false });
  await client.close();
});

test('a client shows the error of a wrong key', async () => {
  const client = new ClientV1({ name: 'test', version: '1.0.0' });
  const transport = new TransportV1(endpoint(), { requestInit: { headers: { 'x-api-key': 'wrong' } } });
  await expect(client.connect(transport as Parameters<typeof client.connect>[0])).rejects.toThrow(/Invalid Space API key/);
});

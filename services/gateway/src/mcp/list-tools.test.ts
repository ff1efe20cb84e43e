import { describe, expect, test } from '@jest/globals';
import { Server, specTypeSchemas } from '@modelcontextprotocol/server';
import { scopes } from '@space/contracts/core';
import type { Log } from '@space/runtime';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { callsListTools, EMPTY_LIST, withTools } from './list-tools.ts';
import { createSdkHandler } from './sdk-handler.ts';
import { createToolCatalog } from './tools/tool-catalog.ts';
import { createSerializedToolList, listedTools } from './tools/tool-list.ts';

const catalog = createToolCatalog();
const serializedToolList = createSerializedToolList(catalog);
const log = { debug() {} } as unknown as Log;
const handleMcp = createSdkHandler(() => {
  const server = new Server({ name: 'space', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => EMPTY_LIST);
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: '"tools":[]' }] }));
  return server;
}, log);

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
const revisions = [
  ['2025-11-25', {}, {}],
  ['2026-07-28', { params: { _meta: meta } }, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }],
] as const;
const listRequest = { jsonrpc: '2.0', id: 'list-1', method: 'tools/list' };

/** Answers a body as the MCP endpoint does. */
async function answerOf(body: unknown, key = keyWith(scopes), headers: Readonly<Record<string, string>> = {}) {
  const request = new Request('http://localhost/v1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  const response = await handleMcp(request, body, { key, context: undefined as never });
  return callsListTools(body) ? withTools(response, serializedToolList(key, [])) : response;
}

describe.each(revisions)('tools/list in the revision %s', (_revision, members, headers) => {
  test.each([
    ['all scopes', keyWith(scopes)],
    ['all scopes in Everyday mode', keyWith(scopes, 'everyday')],
    ['one scope', keyWith(['contacts:read'])],
    ['no scope', keyWith([])],
  ])('passes the schema of the SDK and has the tools of a key with %s', async (_name, key) => {
    const { status, text } = await answerOf({ ...listRequest, ...members }, key, headers);
    const { result, ...envelope } = JSON.parse(text);
    expect([status, envelope]).toEqual([200, { jsonrpc: '2.0', id: 'list-1' }]);
    expect(await specTypeSchemas.ListToolsResult['~standard'].validate(result)).not.toHaveProperty('issues');
    expect(JSON.stringify(result.tools)).toBe(JSON.stringify(listedTools(catalog, key)));
  });
});

test('the result of the 2026 revision keeps the members that the SDK adds', async () => {
  const [, members, headers] = revisions[1];
  const { text } = await answerOf({ ...listRequest, ...members }, keyWith([]), headers);
  expect(JSON.parse(text).result).toMatchObject({ resultType: 'complete', cacheScope: 'private', _meta: expect.any(Object) });
});

test('a batch has the tools in the answer to tools/list only', async () => {
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'any' } };
  const { text } = await answerOf([listRequest, call]);
  const answers = JSON.parse(text) as { id: unknown; result: { tools?: unknown[]; content?: unknown } }[];
  expect(answers.find(({ id }) => id === 'list-1')!.result.tools!.length).toBeGreaterThan(10);
  expect(answers.find(({ id }) => id === 2)!.result).toEqual({ content: [{ type: 'text', text: '"tools":[]' }] });
});

test('an error of the protocol stays as the SDK answers it', async () => {
  const [, , headers] = revisions[1];
  const { status, text } = await answerOf(
    { ...listRequest, params: { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } } },
    keyWith(scopes),
    headers,
  );
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(Number) } });
  expect(text).not.toContain('search_tools');
});

test('the list of a set of scopes is serialized once', () => {
  const first = serializedToolList(keyWith(['contacts:read', 'tables:read']), []);
  const parsed = JSON.parse(first);
  expect(parsed.length).toBeGreaterThan(2);
  expect(Object.is(serializedToolList(keyWith(['tables:read', 'contacts:read']), []), first)).toBe(true);
});

import { beforeAll, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { callTool, mcpPost } from '../journeys/mcp-post.ts';
import { operator, profile } from '../profile.ts';
import { sendLines } from '../raw-http.ts';
import { newExpiredKey, newKey, newSpace } from '../space.ts';
import { newUnchangedSpace, type UnchangedSpace } from './unchanged-space.ts';

let space: UnchangedSpace;
beforeAll(async () => {
  space = await newUnchangedSpace();
});

const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const call = (name: unknown, args?: unknown) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } });

test('a POST without negotiation gets one JSON object', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'text/html' }, { 'mcp-session-id': 'made-up' }]) {
    const answer = await mcpPost(space.api_key, list, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 7, result: { tools: expect.any(Array) } } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  }
});

test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is 405 without a key, so that no client starts a login', async (method) => {
  for (const headers of [{}, { authorization: 'Bearer wks_live_x' }, { accept: 'text/event-stream' }]) {
    const response = await fetch(profile.mcp_url, { method, headers: headers as Record<string, string> });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
  }
});

test('accepts a key in either header, or the same key in both', async () => {
  const { api_key } = space;
  expect((await mcpPost(api_key, list)).status).toBe(200);
  expect((await mcpPost(null, list, { 'x-api-key': api_key })).status).toBe(200);
  expect((await mcpPost(api_key, list, { 'x-api-key': api_key })).status).toBe(200);
  const other = await newSpace();
  expect((await mcpPost(api_key, list, { 'x-api-key': other.api_key })).status).toBe(401);
  expect((await mcpPost(null, list, { 'x-api-key': `Bearer ${api_key}` })).status).toBe(401);
});

test('a wrong, revoked or expired key is 401 with the texts of REST and the id of the request', async () => {
  const revoked = await newKey(space.space_id);
  await operator.settings.revoke_key({ id: revoked.key_id });
  const { key: expired, expires_at } = await newExpiredKey(space.space_id);
  for (const [key, message] of [
    [null, 'Invalid Space API key'],
    ['wks_live_x', 'Invalid Space API key'],
    [profile.operator_token, 'Invalid Space API key'],
    [revoked.api_key, 'This Space API key was revoked.'],
    [expired.api_key, `This Space API key expired on ${expires_at}.`],
  ] as const) {
    const { status, body, headers } = await mcpPost(key, list);
    expect({ status, body }).toEqual({ status: 401, body: { jsonrpc: '2.0', id: 7, error: { code: -32_001, message } } });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="space"/);
    expect(headers.get('www-authenticate')).not.toContain('resource_metadata');
  }
});

test.each([
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/v1/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/register',
  '/authorize',
  '/token',
])('a client that looks for OAuth at %s reads that this server takes keys', async (path) => {
  for (const method of ['GET', 'POST']) {
    const response = await fetch(new URL(path, profile.mcp_url), { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('Space API keys, not OAuth'),
    });
  }
});

test.each([
  ['broken JSON', '{"jsonrpc":', 400, -32_700],
  ['nothing', '', 400, -32_700],
  ['no method', { jsonrpc: '2.0', id: 1 }, 400, undefined],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400, undefined],
  ['a text', '"tools/list"', 400, undefined],
  ['an empty batch', [], 400, undefined],
  ['a batch of thousands', Array.from({ length: 1_000 }, (_, id) => ({ ...list, id })), 400, -32_600],
  [
    'a hundred thousand levels',
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    400,
    undefined,
  ],
  ['more than it may', JSON.stringify({ ...list, params: { _meta: { x: 'x'.repeat(2 * MAX_BODY_BYTES) } } }), 413, undefined],
])('%s is an error of the protocol', async (_what, message, status, code) => {
  const answer = await mcpPost(space.api_key, message);
  expect(answer).toMatchObject({
    status,
    body: { jsonrpc: '2.0', error: { code: code ?? expect.any(Number), message: expect.any(String) } },
  });
});

test('an unknown method is an error, and a notification gets no response', async () => {
  expect((await mcpPost(space.api_key, { ...list, method: 'tools/destroy' })).body).toMatchObject({ id: 7, error: { code: -32_601 } });
  expect(await mcpPost(space.api_key, { jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
    status: 202,
    body: undefined,
  });
});

test('a body with another media type than JSON is 415', async () => {
  expect(await mcpPost(space.api_key, JSON.stringify(list), { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
});

test.each([
  ['an unknown tool', 'no_such_tool'],
  ['no name', undefined],
  ['a number', 7],
  ['a name of a prototype', '__proto__'],
  ['a method of objects', 'constructor'],
  ['an operation that does not exist', 'contacts.creat'],
  ['a name of 10,000 letters', 'x'.repeat(10_000)],
])('a call of %s is an error of the protocol', async (_what, name) => {
  const { body } = await mcpPost(space.api_key, call(name, {}));
  expect(body).toMatchObject({ id: 7, error: { code: expect.any(Number) } });
  expect(body.error.message.length).toBeLessThan(1_000);
});

test.each([
  ['an unknown argument', { surprise: 1 }],
  ['a wrong type', { limit: 'many' }],
  ['U+0000', { search: 'a\u0000' }],
  ['half of a surrogate pair', JSON.parse('{"search":"\\ud800"}')],
  ['a number beyond its range', { offset: 1e300 }],
  ['an idempotency key, for a read', { idempotency_key: 'x' }],
])('a call with %s is refused in a sentence', async (_what, args) => {
  const result = await callTool(space.api_key, 'list_contacts', args);
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringMatching(/\.$/) }],
    structuredContent: { error: { code: 'invalid' } },
  });
});

test('rejects __proto__ inside an argument and ignores it next to the arguments', async () => {
  const inside = JSON.parse('{"name":"Eve","email":"eve@example.com","custom_fields":{"__proto__":{"polluted":true}}}');
  expect(await callTool(space.api_key, 'create_contact', inside)).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'invalid' } },
  });
  const ignored = await callTool(space.api_key, 'list_contacts', JSON.parse('{"__proto__":{"limit":0}}'));
  expect(ignored.structuredContent.data).toHaveLength(1);
});

test('a tool does not find resources of another Space', async () => {
  const stranger = await newSpace();
  const result = await callTool(stranger.api_key, 'delete_contact', { id: space.contact.id });
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } });
});

test('rejects a browser request of another origin even with a valid key', async () => {
  expect(await mcpPost(space.api_key, list, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
  expect(
    await sendLines(
      ['POST /v1/mcp HTTP/1.1', 'Origin: null', `X-API-Key: ${space.api_key}`, 'Content-Type: application/json', 'Content-Length: 2'],
      '{}',
    ),
  ).toMatchObject({ status: 403 });
});

test('rejected MCP calls change nothing and emit no event', () => space.expectUnchanged());

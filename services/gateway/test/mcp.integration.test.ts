import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { createToolCatalog } from '../src/mcp/tools/tool-catalog.ts';
import { listedTools } from '../src/mcp/tools/tool-list.ts';
import { type Api, type RequestParts, startApi } from './fixtures/api.ts';
import { keyWith } from './fixtures/key-with.ts';

let api: Api;
let token: string;
let space: string;
beforeAll(async () => {
  api = await startApi();
  space = await api.newSpace();
  ({ api_key: token } = await api.newKey(space));
});
afterAll(() => api.stop());
beforeEach(() => {
  api.contacts.before = () => {};
});

const post = (body: unknown, sent: RequestParts = {}) => api.send('POST', '/v1/mcp', { token, body, ...sent });
const rpc = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 7, method, ...(params ? { params } : {}) });
const callTool = async (name: string, args: object = {}) => (await post(rpc('tools/call', { name, arguments: args }))).body;

describe('a plain POST to the MCP endpoint', () => {
  test('lists the tools of the key as JSON without a handshake, for any Accept', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html']) {
      const { status, headers, body } = await post(rpc('tools/list'), { headers: { accept } });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(body).toEqual({
        jsonrpc: '2.0',
        id: 7,
        result: { tools: JSON.parse(JSON.stringify(listedTools(createToolCatalog(), keyWith(['contacts:read', 'contacts:write'])))) },
      });
    }
  });

  test('calls a tool and answers with data and the same data as text', async () => {
    const { result } = await callTool('create_contact', { name: 'Ada', email: 'ada@example.com' });
    expect(result.structuredContent).toMatchObject({ name: 'Ada' });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(api.contacts.calls.at(-1)).toMatchObject({
      operation: 'create',
      caller: { space_id: space, actor: { kind: 'api_key' } },
      input: { name: 'Ada', email: 'ada@example.com' },
    });
    const { undo, ...created } = result.structuredContent;
    expect(undo).toEqual({ tool: 'delete_contact', arguments: { id: created.id } });
    expect((await callTool('get_contact', { id: created.id })).result.structuredContent).toEqual(created);
  });

  test('answers a call with its request id and the state of the rate limit', async () => {
    const call = rpc('tools/call', { name: 'list_contacts', arguments: {} });
    const { body } = await post(call, { headers: { 'x-request-id': 'my-request.1' } });
    expect(body.result._meta).toEqual({ request_id: 'my-request.1' });
    const refused = await post(rpc('tools/call', { name: 'list_tables' }), { headers: { 'x-request-id': 'my-request.2' } });
    expect(refused.body.result).toMatchObject({ isError: true, _meta: { request_id: 'my-request.2' } });
  });

  test('answers at its address with a slash at the end too', async () => {
    expect((await post(rpc('ping'))).status).toBe(200);
    expect((await api.send('POST', '/v1/mcp/', { token, body: rpc('ping') })).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    expect((await api.send('GET', '/v1/mcp/')).status).toBe(405);
  });

  test('names an icon of the server, which is served', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
    const { serverInfo } = (await post(rpc('initialize', params))).body.result;
    expect(serverInfo).toMatchObject({ name: 'space', icons: [{ mimeType: 'image/svg+xml', sizes: ['any'] }] });
    const icon = await api.send('GET', new URL(serverInfo.icons[0].src).pathname);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(icon.text).toMatch(/^<svg /);
  });

  test('calls a tool once for an idempotency_key', async () => {
    const once = () => callTool('create_contact', { name: 'Once', email: 'once@example.com', idempotency_key: 'k1' });
    const [first, second] = [await once(), await once()];
    expect(first.result.isError).toBeUndefined();
    expect(second.result.structuredContent).toEqual(first.result.structuredContent);
    expect(
      (await callTool('create_contact', { name: 'B', email: 'b@example.com', idempotency_key: 7 })).result.structuredContent.error,
    ).toMatchObject({ code: 'invalid', errors: [{ path: 'idempotency_key' }] });
  });

  test('answers a notification with 202, a batch with one answer each, and rejects a batch that is too large', async () => {
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202, text: '' });
    const batch = await post([rpc('tools/list'), { ...rpc('ping'), id: 8 }]);
    expect(batch.body).toHaveLength(2);
    expect(batch.body.find(({ id }: { id: number }) => id === 7).result.tools.length).toBeGreaterThan(3);
    expect((await post(Array.from({ length: 21 }, (_, id) => ({ ...rpc('ping'), id })))).body).toMatchObject({
      id: null,
      error: { code: -32_600 },
    });
  });
});

describe('a guide over MCP', () => {
  test('is read with a tool by any key, and has a line in the activity log', async () => {
    const { api_key } = await api.newKey(space, { scopes: ['agents:read'] });
    const call = async (name: string, args: object) =>
      (await post(rpc('tools/call', { name, arguments: args }), { token: api_key })).body.result;
    const { content, structuredContent } = await call('read_guide', { name: 'tables', section: 'Views' });
    expect(content[0].text).toMatch(/^## Views\n/);
    expect(structuredContent).toBeUndefined();
    expect(await call('read_guide', { name: 'cooking' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid' } },
    });
    expect(await call('call_tool', { name: 'read_guide' })).toMatchObject({
      isError: true,
      content: [{ text: 'name: cannot be read_guide, which is called directly.' }],
    });
    await eventually(async () => {
      const { data } = (await api.send('GET', '/v1/activity?limit=200', { token: api_key })).body;
      expect(data).toContainEqual(expect.objectContaining({ tool: 'read_guide', operation: null, outcome: 'ok' }));
    });
  });

  test('is a resource', async () => {
    const { resources } = (await post(rpc('resources/list'))).body.result;
    expect(resources).toContainEqual({ uri: 'space://guides/tables', name: 'tables', title: 'Tables', mimeType: 'text/markdown' });
    for (const { uri } of resources) {
      const { contents } = (await post(rpc('resources/read', { uri }))).body.result;
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/^# /) }]);
    }
    expect((await post(rpc('resources/templates/list'))).body.result).toMatchObject({ resourceTemplates: [] });
    for (const uri of ['space://guides/nothing', 'space://guides/', 'file:///etc/passwd', 'space://guides/../tables'])
      expect((await post(rpc('resources/read', { uri }))).body.error).toMatchObject({ message: expect.stringContaining(uri) });
  });
});

describe('an error over MCP', () => {
  test('of a call is a sentence and data, with status 200', async () => {
    const { result } = await callTool('list_contacts', { limit: 500, lmit: 1 });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid', errors: [{ path: 'limit' }, { path: 'lmit' }] } },
    });
    const { message, errors } = result.structuredContent.error;
    expect(message).toBe(`limit: ${errors[0].message} (and 1 more).`);
    expect(result.content).toEqual([{ type: 'text', text: `${message}\nlmit: ${errors[1].message}` }]);
  });

  test('lists invalid options of the call together with the invalid fields of the operation', async () => {
    const { result } = await callTool('create_contact', { email: 7, idempotency_key: '', dry_run: 'perhaps', nick: 'A' });
    expect(result.structuredContent.error.errors.map(({ path }: { path: string }) => path)).toEqual([
      'idempotency_key',
      'dry_run',
      'name',
      'email',
      'nick',
    ]);
    expect(result.content[0].text.split('\n').map((line: string) => line.split(': ')[0])).toEqual([
      'idempotency_key',
      'dry_run',
      'name',
      'email',
      'nick',
    ]);
  });

  test('for a missing scope names the scope, and the service is not called', async () => {
    const before = api.contacts.calls.length;
    const { result } = await callTool('list_event_webhooks');
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('automations:read') }],
      structuredContent: { error: { code: 'missing_scope', missing_scope: 'automations:read' } },
    });
    expect(api.contacts.calls).toHaveLength(before);
  });

  test('of an unknown name is a protocol error with similar names', async () => {
    const near = { list_contcts: 'list_contacts, list_audience_contacts?', contactz: 'contacts, get_contact, ' };
    for (const [name, names] of Object.entries(near))
      expect((await callTool(name)).error.message).toMatch(`Unknown tool: ${name}. Did you mean ${names}`);
    expect((await callTool('__proto__')).error.code).toBe(-32_602);
    const tools = (await metrics.toolCalls.get()).values.map(({ labels }) => labels.tool);
    expect(tools).not.toContain('list_contcts');
    expect(tools).toContain('list_contacts');
  });

  test('of a preset argument is returned before the service is called', async () => {
    const { api_key } = await api.newKey(space, { scopes: ['automations:write'] });
    const { body } = await post(rpc('tools/call', { name: 'create_event_webhook', arguments: { kind: 'feed' } }), { token: api_key });
    expect(body.result.structuredContent.error).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'kind' }, { path: 'name' }, { path: 'event_types' }, { path: 'url' }],
    });
  });

  test('does not disclose an internal cause', async () => {
    api.contacts.before = () => {
      throw new Error('hunter2');
    };
    const { result } = await callTool('list_contacts');
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'internal' } } });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('of arguments that are nested too deeply is a sentence', async () => {
    const body = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"create_contact","arguments":{"custom_fields":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}}`;
    const answer = await post(body);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/call stack/i);
  });
});

describe('the MCP endpoint', () => {
  test.each([
    ['broken JSON', '{"jsonrpc":', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400, -32_600],
    ['text', '"x"', 400, -32_600],
  ])('answers %s with a protocol error', async (_what, body, status, code) => {
    expect(await post(body)).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } });
  });

  test('answers an unknown method with -32601', async () => {
    expect((await post(rpc('prompts/list'))).body).toMatchObject({ id: 7, error: { code: -32_601 } });
  });

  test.each(['prompts/list', 'subscriptions/listen'])('answers %s with 404 and -32601 in the revision of 2026', async (method) => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    const listen = rpc(method, { _meta, notifications: { toolsListChanged: true } });
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    expect(await post(listen, { headers })).toMatchObject({
      status: 404,
      body: { jsonrpc: '2.0', id: 7, error: { code: -32_601, message: 'Method not found' } },
    });
    expect(await post(listen, { headers: { ...headers, 'mcp-method': 'tools/list' } })).toMatchObject({
      status: 400,
      body: { id: 7, error: { code: -32_020 } },
    });
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('answers %s with 405 and Allow, without a key', async (method) => {
    const { status, headers } = await api.send(method, '/v1/mcp');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('answers a body that is not JSON with 415 and one that is too large with 413', async () => {
    expect((await post('a=1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).body).toMatchObject({
      id: null,
      error: { code: -32_600 },
    });
    expect((await post(rpc('tools/call', { name: 'x'.repeat(1_200_000) }))).status).toBe(413);
  });

  test('rejects a page of another origin, and accepts one of this machine and of our own', async () => {
    const statusFrom = async (origin: string) => (await post(rpc('ping'), { headers: { origin } })).status;
    expect(await statusFrom('https://evil.example')).toBe(403);
    expect(await statusFrom('null')).toBe(403);
    expect(await statusFrom('http://localhost.evil.example')).toBe(403);
    expect(await statusFrom('http://localhost:6274')).toBe(200);
    expect(await statusFrom('http://127.0.0.1:3000')).toBe(200);
  });
});

describe('the key of an MCP request', () => {
  test('is accepted as Bearer, as x-api-key, or as both when they are equal', async () => {
    const status = async (headers: Record<string, string>) => (await api.send('POST', '/v1/mcp', { body: rpc('ping'), headers })).status;
    expect(await status({ 'x-api-key': token })).toBe(200);
    expect(await status({ 'x-api-key': token, authorization: `bearer ${token}` })).toBe(200);
    const other = await api.newKey(space);
    expect(await status({ 'x-api-key': token, authorization: `Bearer ${other.api_key}` })).toBe(401);
  });

  test('gets 401 with a sentence and the JSON-RPC id when it is missing, wrong or revoked', async () => {
    const missing = await api.send('POST', '/v1/mcp', { body: rpc('tools/list') });
    expect(missing).toMatchObject({
      status: 401,
      body: { jsonrpc: '2.0', id: 7, error: { code: -32_001, message: 'Invalid Space API key' } },
    });
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="space"');
    const wrong = await post('not JSON', { token: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { id: null, error: { message: 'Invalid Space API key' } } });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('is not an OAuth token: a client in search of OAuth gets an explanation', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/v1/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/v1/mcp/.well-known/openid-configuration',
      '/register',
      '/authorize',
      '/token',
    ]) {
      const { status, body } = await api.send(path.startsWith('/.') ? 'GET' : 'POST', path, {
        body: path.startsWith('/.') ? undefined : {},
      });
      expect([status, body]).toEqual([404, { error: 'invalid_request', error_description: expect.stringContaining('not OAuth') }]);
    }
  });
});

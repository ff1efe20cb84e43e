import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { approveClient, connectOauthClient, eventually, TEST_REDIRECT_URI, testOauthClient } from '@space/runtime/testing';
import { z } from 'zod';
import { request } from './fixtures/api.ts';
import { type OauthApi, startOauthApi } from './fixtures/oauth-api.ts';

let api: OauthApi;
let base: string;
beforeAll(async () => {
  api = await startOauthApi();
  ({ base } = api);
});
afterAll(() => api.stop());

test('an access token acts as the key, within the allowed scopes, and the activity log names the client', async () => {
  const { space, id, api_key } = await api.newOauthKey();
  const { tokens, client } = await connectOauthClient(base, api_key, (scope) => scope !== 'contacts:write');
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'contacts:read agents:read offline_access' });
  expect((await api.callTool(tokens.access_token, 'list_contacts')).result.structuredContent).toMatchObject({ data: [] });
  const refused = await api.callTool(tokens.access_token, 'create_contact', { name: 'Ada', email: 'ada@example.com' });
  expect(refused.result).toMatchObject({ isError: true, structuredContent: { error: { missing_scope: 'contacts:write' } } });
  expect(refused.result.structuredContent.error.message).toBe('This connection was not given contacts:write; connect again and allow it.');
  const listed = (await api.listTools(tokens.access_token)).body.result.tools.find(({ name }: { name: string }) => name === 'contacts');
  expect(listed.inputSchema.properties.action.enum).not.toContain('create');
  await eventually(async () => {
    const { data } = (await api.send('GET', '/v1/activity?channel=mcp', { token: api_key })).body;
    expect(data[0]).toMatchObject({
      operation: 'contacts.create',
      key_id: id,
      client: { grant_id: expect.stringMatching(/^gra_/), name: 'Claude' },
    });
  });
  const beyond = await api.callTool(tokens.access_token, 'list_tables');
  expect(beyond.result.structuredContent.error.message).toBe(
    'The key of this connection lacks the scope tables:read; connect with a key of this Space that has it.',
  );
  await api.send('GET', '/v1/contacts', { token: api_key });
  await eventually(async () => {
    const { data } = (await api.send('GET', '/v1/activity?operation=contacts.list&channel=rest', { token: api_key })).body;
    expect(data[0]).toMatchObject({ client: null });
  });
  const { data } = (await api.operate('GET', `/spaces/${space}/keys/${id}/grants`)).body;
  expect(data).toEqual([
    expect.objectContaining({
      client_id: client.client_id,
      client_name: 'Claude',
      scopes: ['contacts:read', 'agents:read'],
      revoked_at: null,
    }),
  ]);
});

test('a token is valid at its own path only, and a key is not valid there', async () => {
  const { api_key } = await api.newOauthKey();
  const { tokens } = await connectOauthClient(base, api_key);
  for (const token of [tokens.access_token, tokens.refresh_token])
    for (const path of ['/v1/contacts', '/v1/mcp', '/v1/activity'])
      expect((await api.send(path === '/v1/mcp' ? 'POST' : 'GET', path, { token })).status).toBe(401);
  expect((await api.send('POST', '/v1/mcp', { headers: { 'x-api-key': tokens.access_token }, body: {} })).status).toBe(401);
  const said = await api.send('GET', '/v1/contacts', { token: tokens.access_token });
  expect(said.body.detail).toBe('An access token is valid at /v1/mcp/connect only; send a Space API key here.');
  expect((await api.listTools(api_key)).body.error.message).toMatch(/^A Space API key is not taken here/);
  expect((await api.listTools(tokens.refresh_token)).body.error.message).toBe('Invalid access token');
});

test('only the path of tokens tells clients how to get one', async () => {
  const refused = await api.listTools(undefined);
  const resource_metadata = `${base}/.well-known/oauth-protected-resource/v1/mcp/connect`;
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer realm="space", resource_metadata="${resource_metadata}"`);
  expect((await api.listTools('wks_access_x')).headers.get('www-authenticate')).toBe(
    `Bearer realm="space", error="invalid_token", error_description="Invalid access token", resource_metadata="${resource_metadata}"`,
  );
  for (const token of [undefined, 'wks_live_x', 'wks_access_x'])
    for (const path of ['/v1/mcp', '/v1/contacts'])
      expect((await api.send(path === '/v1/mcp' ? 'POST' : 'GET', path, { token })).headers.get('www-authenticate')).not.toContain(
        'resource_metadata',
      );
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])
    for (const suffix of ['', '/v1/mcp'])
      expect(await api.send('GET', `/.well-known/${name}${suffix}`)).toMatchObject({
        status: 404,
        body: { error: 'invalid_request', error_description: expect.stringContaining('Space API keys, not OAuth') },
      });
  for (const method of ['GET', 'DELETE'])
    expect(await api.send(method, '/v1/mcp/connect')).toMatchObject({ status: 405, body: { jsonrpc: '2.0' } });
});

test('the metadata names the endpoints, PKCE with S256 and public clients', async () => {
  const resource = (await request(`${base}/.well-known/oauth-protected-resource/v1/mcp/connect`, 'GET')).body;
  expect(resource).toMatchObject({ resource: `${base}/v1/mcp/connect`, authorization_servers: [`${base}/v1/oauth`] });
  const documents = await Promise.all(
    [
      '/.well-known/oauth-authorization-server/v1/oauth',
      '/.well-known/openid-configuration/v1/oauth',
      '/v1/oauth/.well-known/openid-configuration',
    ].map((path) => request(`${base}${path}`, 'GET')),
  );
  for (const { status, body, headers } of documents) {
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toEqual(documents[0]!.body);
  }
  expect(documents[0]!.body).toMatchObject({
    issuer: `${base}/v1/oauth`,
    scopes_supported: expect.arrayContaining(['contacts:read', 'offline_access']),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
});

test('the redirect has the code, the state and the issuer', async () => {
  const { api_key } = await api.newOauthKey();
  const client = await testOauthClient(base);
  const location = await approveClient(client.authorizationUrl(), api_key);
  expect(`${location.origin}${location.pathname}`).toBe(TEST_REDIRECT_URI);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    code: expect.stringMatching(/^wks_code_/),
    state: client.parameters.state,
    iss: `${base}/v1/oauth`,
  });
});

test('codes, tokens and secrets are stored as hashes only, and no log line has one', async () => {
  const { api_key } = await api.newOauthKey();
  const { tokens, code } = await connectOauthClient(base, api_key);
  const rows = await api.ports.database.anyFirst(sql.type(z.object({ line: z.string() }))`
    select t::text as line from gateway.oauth_token as t union all select a::text from gateway.oauth_authorization as a
    union all select g::text from gateway.oauth_grant as g`);
  expect(rows.length).toBeGreaterThan(2);
  const stored = rows.join('') + api.ports.lines.join('');
  for (const secret of [code, tokens.access_token, tokens.refresh_token, api_key]) expect(stored).not.toContain(secret);
  expect(stored).not.toMatch(/wks_[a-z]+_[0-9A-Za-z]{10}/);
});

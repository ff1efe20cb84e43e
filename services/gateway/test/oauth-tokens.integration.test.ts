import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { approveClient, connectOauthClient, eventually, testOauthClient } from '@space/runtime/testing';
import { type OauthApi, startOauthApi } from './fixtures/oauth-api.ts';

let api: OauthApi;
let base: string;
beforeAll(async () => {
  api = await startOauthApi();
  ({ base } = api);
});
afterAll(() => api.stop());

describe('a code', () => {
  async function newCode() {
    const { space, id, api_key } = await api.newOauthKey();
    const client = await testOauthClient(base);
    const location = await approveClient(client.authorizationUrl(), api_key);
    return { space, id, client, code: location.searchParams.get('code')! };
  }

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['the challenge as verifier', { code_verifier: 'short' }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['another redirect URI', { redirect_uri: 'https://client.example.com/other' }, 'invalid_grant'],
    ['a client that is not registered', { client_id: 'cli_other' }, 'invalid_client'],
    ['no client', { client_id: '' }, 'invalid_client'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('with %s gives no token', async (_what, more, error) => {
    const { client, code } = await newCode();
    expect((await client.exchange(code, more)).body).toMatchObject({ error });
    // A code that was refused for what its client sent is used up.
    if (error === 'invalid_grant') expect((await client.exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('of another client gives no token', async () => {
    const { code } = await newCode();
    const other = await testOauthClient(base);
    expect((await other.exchange(code)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'This code was issued to another client.',
    });
  });

  test('that is used twice revokes its grant', async () => {
    const { client, code, space, id } = await newCode();
    const { body } = await client.exchange(code);
    expect((await api.listTools(String(body.access_token))).status).toBe(200);
    expect(await client.exchange(code)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'This code was used before.' },
    });
    await eventually(async () => expect((await api.listTools(String(body.access_token))).status).toBe(401));
    expect((await api.operate('GET', `/spaces/${space}/keys/${id}/grants`)).body.data).toMatchObject([{ revoked_at: expect.any(String) }]);
    expect(
      (await client.post('token', { grant_type: 'refresh_token', refresh_token: String(body.refresh_token), client_id: client.client_id }))
        .body,
    ).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('expires after a minute, and ends with its key', async () => {
    const late = await newCode();
    api.ports.clock.advance(60_000);
    expect((await late.client.exchange(late.code)).body).toMatchObject({ error_description: 'This code has expired.' });
    const revoked = await newCode();
    await api.operate('POST', `/keys/${revoked.id}/revoke`);
    expect((await revoked.client.exchange(revoked.code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('is not exchanged twice by concurrent requests', async () => {
    const { client, code } = await newCode();
    const answers = await Promise.all([client.exchange(code), client.exchange(code), client.exchange(code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(2);
  });
});

describe('a refresh token', () => {
  const connect = async (options: object = {}) => {
    const key = await api.newOauthKey(options);
    const { client, tokens } = await connectOauthClient(base, key.api_key);
    const refresh = (refresh_token: unknown, more: object = {}) =>
      client.post('token', { grant_type: 'refresh_token', refresh_token: String(refresh_token), client_id: client.client_id, ...more });
    return { ...key, client, tokens, refresh };
  };

  test('is replaced by each use, and a second use revokes the grant', async () => {
    const { tokens, refresh } = await connect();
    const first = await refresh(tokens.refresh_token);
    expect(first).toMatchObject({ status: 200, body: { scope: tokens.scope, expires_in: 3_600 } });
    expect(first.body.refresh_token).not.toBe(tokens.refresh_token);
    const second = await refresh(first.body.refresh_token);
    expect((await api.listTools(String(second.body.access_token))).status).toBe(200);
    // Two access tokens of a grant are valid together: a request in progress is not cut off by a refresh.
    expect((await api.listTools(String(first.body.access_token))).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'This refresh token was used before.',
    });
    await eventually(async () => expect((await api.listTools(String(second.body.access_token))).status).toBe(401));
    expect((await refresh(second.body.refresh_token)).body).toMatchObject({ error_description: 'This connection was revoked.' });
  });

  test('narrows scopes and never widens them', async () => {
    const { tokens, refresh } = await connect();
    expect((await refresh(tokens.refresh_token, { scope: 'tables:read' })).body).toMatchObject({ error: 'invalid_scope' });
    const narrowed = await refresh(tokens.refresh_token, { scope: 'contacts:read offline_access' });
    expect(narrowed.body).toMatchObject({ scope: 'contacts:read offline_access' });
    expect((await refresh(narrowed.body.refresh_token)).body).toMatchObject({
      scope: 'contacts:read contacts:write agents:read offline_access',
    });
  });

  test('of another client, for another resource or after 30 days gives no token', async () => {
    const { tokens, refresh } = await connect();
    const other = await testOauthClient(base);
    expect((await refresh(tokens.refresh_token, { client_id: other.client_id })).body).toMatchObject({ error: 'invalid_grant' });
    expect(await refresh(tokens.refresh_token, { client_id: 'cli_other' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await refresh(tokens.refresh_token, { resource: 'https://other.example/mcp' })).body).toMatchObject({
      error: 'invalid_target',
    });
    api.ports.clock.advance(30 * 86_400_000);
    expect((await refresh(tokens.refresh_token)).body).toMatchObject({ error_description: 'This refresh token has expired.' });
  });

  test('and its access token end with the key: by revocation, and never later than it expires', async () => {
    const revoked = await connect();
    expect((await api.listTools(revoked.tokens.access_token)).status).toBe(200);
    await api.operate('POST', `/keys/${revoked.id}/revoke`);
    await eventually(async () =>
      expect((await api.listTools(revoked.tokens.access_token)).body.error.message).toBe(
        'The Space API key of this connection was revoked.',
      ),
    );
    expect((await revoked.refresh(revoked.tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    const expires_at = new Date(api.ports.clock.now() + 600_000).toISOString();
    const expiring = await connect({ expires_at });
    expect(expiring.tokens).toMatchObject({ expires_in: 600 });
    api.ports.clock.advance(600_000);
    expect((await api.listTools(expiring.tokens.access_token)).body.error.message).toBe(
      `The Space API key of this connection expired on ${expires_at}.`,
    );
    expect((await expiring.refresh(expiring.tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('gets a new access token when the old one has expired after an hour', async () => {
    const { tokens, refresh } = await connect();
    api.ports.clock.advance(3_600_000);
    expect((await api.listTools(tokens.access_token)).body.error.message).toBe('This access token has expired; refresh it.');
    const { body } = await refresh(tokens.refresh_token);
    expect((await api.listTools(String(body.access_token))).status).toBe(200);
  });

  test('is revoked by its client, and by the operator', async () => {
    const own = await connect();
    expect((await own.client.post('revoke', { token: own.tokens.refresh_token, client_id: 'cli_other' })).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await own.client.post('revoke', { token: own.tokens.refresh_token, client_id: own.client.client_id })).toMatchObject({
      status: 200,
    });
    expect(await own.client.post('revoke', { token: 'wks_refresh_unknown' })).toMatchObject({ status: 200 });
    await eventually(async () =>
      expect((await api.listTools(own.tokens.access_token)).body.error.message).toBe('This connection was revoked; connect again.'),
    );
    const other = await connect();
    const [grant] = (await api.operate('GET', `/spaces/${other.space}/keys/${other.id}/grants`)).body.data;
    expect((await api.operate('POST', `/spaces/${own.space}/grants/${grant.id}/revoke`)).status).toBe(404);
    expect((await api.operate('GET', `/spaces/${own.space}/keys/${other.id}/grants`)).status).toBe(404);
    const ended = await api.operate('POST', `/spaces/${other.space}/grants/${grant.id}/revoke`);
    expect(ended.body).toMatchObject({ id: grant.id, revoked_at: expect.any(String) });
    expect((await api.operate('POST', `/spaces/${other.space}/grants/${grant.id}/revoke`)).body).toEqual(ended.body);
    await eventually(async () => expect((await api.listTools(other.tokens.access_token)).status).toBe(401));
    expect((await api.send('GET', '/v1/contacts', { token: other.api_key })).status).toBe(200);
  });
});

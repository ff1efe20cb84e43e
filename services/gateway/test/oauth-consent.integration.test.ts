import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ConsentAnswer,
  eventually,
  offeredScopes,
  openConsent,
  sendConsent,
  TEST_REDIRECT_URI,
  testOauthClient,
  typeKey,
} from '@space/runtime/testing';
import { OPERATOR_TOKEN, request } from './fixtures/api.ts';
import { type OauthApi, startOauthApi } from './fixtures/oauth-api.ts';

let api: OauthApi;
let base: string;
beforeAll(async () => {
  api = await startOauthApi();
  ({ base } = api);
});
afterAll(() => api.stop());

describe('an authorization request', () => {
  test.each([
    ['an unknown client', { client_id: 'cli_unknown' }],
    ['no client', { client_id: '' }],
    ['a redirect URI that is not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect URI with a suffix', { redirect_uri: `${TEST_REDIRECT_URI}/x` }],
    ['no redirect URI', { redirect_uri: '' }],
    ['a state with a line break', { state: 'a\r\nb' }],
    ['a state that is too long', { state: 'x'.repeat(2_001) }],
  ])('with %s is answered with a page, never with a redirect', async (_what, more) => {
    const client = await testOauthClient(base);
    const answer = await openConsent(client.authorizationUrl(more));
    expect(answer.location).toBeNull();
    expect([400, 401]).toContain(answer.status);
    expect(answer.html).toContain('The program cannot be connected');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['the resource of keys', { resource: 'http://localhost/v1/mcp' }, 'invalid_target'],
  ])('with %s shows a page whose link returns to the client with the error, the state and the issuer', async (_what, more, error) => {
    const client = await testOauthClient(base);
    const { status, location, html } = await openConsent(client.authorizationUrl(more));
    expect([status, location]).toEqual([400, null]);
    expect(html).toContain('Return to client.example.com');
    const link = new URL(/<a href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&'));
    expect(link.href.startsWith(`${TEST_REDIRECT_URI}?`)).toBe(true);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ error, state: client.parameters.state, iss: `${base}/v1/oauth` });
  });

  test('and its pages are in the language of the browser, with sentences for developers marked as English', async () => {
    const client = await testOauthClient(base);
    const open = async (more: Readonly<Record<string, string>>) =>
      (await fetch(client.authorizationUrl(more), { headers: { 'accept-language': 'de-AT, en;q=0.5' } })).text();
    expect(await open({})).toMatch(/<html lang="de-AT">.*API-Schlüssel des Space.*>Weiter</s);
    expect(await open({ response_type: 'token' })).toMatch(/Das Programm hat eine falsche Anfrage gesendet: <span lang="en">/);
    expect(await open({ client_id: '' })).toMatch(/Das Programm kann nicht verbunden werden.*<span lang="en">/s);
  });

  test('offers only scopes that the key has and the client asks for', async () => {
    const { api_key } = await api.newOauthKey();
    const client = await testOauthClient(base);
    const page = await openConsent(client.authorizationUrl({ scope: 'contacts:write tables:read offline_access' }));
    const second = await typeKey(base, page, api_key);
    expect(offeredScopes(second.html)).toEqual(['contacts:write']);
    const more = await sendConsent(base, second, [
      ['scope', 'contacts:write'],
      ['scope', 'agents:read'],
      ['decision', 'approve'],
    ]);
    expect(more).toMatchObject({ status: 400, location: null });
    const foreign = await typeKey(base, await openConsent(client.authorizationUrl({ scope: 'claudeai openid' })), api_key);
    expect(offeredScopes(foreign.html)).toEqual(['contacts:read', 'contacts:write', 'agents:read']);
    const none = await typeKey(base, await openConsent(client.authorizationUrl({ scope: 'tables:read' })), api_key);
    expect(none.html).toContain('This key has none of the scopes');
  });
});

describe('the consent page', () => {
  const fresh = async () => {
    const client = await testOauthClient(base);
    return { client, page: await openConsent(client.authorizationUrl()) };
  };

  test('has no script, cannot be framed, and is not stored', async () => {
    const { page } = await fresh();
    const { api_key } = await api.newOauthKey();
    const second = await typeKey(base, page, api_key);
    for (const { html, headers } of [page, second]) {
      expect(html).not.toMatch(/<script|\son\w+=/i);
      expect(html).toContain('<link rel="icon" href="/docs/icon.svg">');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self' https:.*|form-action/);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('content-security-policy')).not.toContain('script-src');
      expect(html).not.toContain(api_key);
    }
    expect(page.html).toContain('client.example.com');
    expect(second.html).toContain('Acme');
  });

  test('shows the name of a client as text', async () => {
    const { body } = await request(`${base}/v1/oauth/register`, 'POST', {
      body: { client_name: '<script>alert(1)</script>', redirect_uris: [TEST_REDIRECT_URI] },
    });
    const client = await testOauthClient(base, body.client_id);
    const { html } = await openConsent(client.authorizationUrl());
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toContain('<script>');
  });

  test('takes no form from another site', async () => {
    const { page } = await fresh();
    const { api_key } = await api.newOauthKey();
    const fields = [
      ['key', api_key],
      ['decision', 'approve'],
    ] as const;
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ])
      expect(await sendConsent(base, page, fields, headers as Record<string, string>)).toMatchObject({ status: 403, location: null });
    expect((await sendConsent(base, page, fields, { origin: base })).status).toBe(200);
    const second = await typeKey(base, page, api_key);
    expect((await sendConsent(base, second, [['decision', 'approve']], { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test('says what is wrong with a key and asks again', async () => {
    const { page } = await fresh();
    const { id, api_key } = await api.newOauthKey();
    for (const [key, fault] of [
      ['wks_live_wrong', 'Invalid Space API key'],
      ['', 'Invalid Space API key'],
      [OPERATOR_TOKEN, 'Invalid Space API key'],
    ] as const) {
      const again = await typeKey(base, page, key);
      expect(again).toMatchObject({ status: 400, html: expect.stringContaining(`<p role="alert" id="key-fault">${fault}</p>`) });
    }
    await api.operate('POST', `/keys/${id}/revoke`);
    await eventually(async () => expect((await typeKey(base, page, api_key)).html).toContain('This Space API key was revoked.'));
  });

  test('returns to the client when the person cancels either page', async () => {
    const { page } = await fresh();
    const { api_key } = await api.newOauthKey();
    const cancel = [['decision', 'cancel']] as const;
    const second = await typeKey(base, page, api_key);
    for (const answer of [await sendConsent(base, page, cancel), await sendConsent(base, second, cancel)])
      expect(answer.location!.searchParams.get('error')).toBe('access_denied');
    const scope = ['scope', 'contacts:read'] as const;
    expect(await sendConsent(base, second, [scope, ['decision', 'approve']])).toMatchObject({ status: 400, location: null });
  });

  test('takes a decision once, with at least one scope, within ten minutes', async () => {
    const { page } = await fresh();
    const { api_key } = await api.newOauthKey();
    const second = await typeKey(base, page, api_key);
    const approve = (on: ConsentAnswer) =>
      sendConsent(base, on, [
        ['scope', 'contacts:read'],
        ['decision', 'approve'],
      ]);
    expect((await sendConsent(base, second, [['decision', 'approve']])).html).toContain('Choose at least one scope');
    expect((await approve(second)).status).toBe(303);
    expect((await approve(second)).html).toContain('This page is no longer valid.');
    const late = await typeKey(base, page, api_key);
    api.ports.clock.advance(600_000);
    expect((await approve(late)).html).toContain('This page is no longer valid.');
  });
});

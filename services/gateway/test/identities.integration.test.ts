import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SIGN_IN_SECONDS } from '@space/contracts/people';
import { type Api, startApi } from './fixtures/api.ts';
import { consoleBrowser, newPerson, PASSWORD } from './fixtures/console-browser.ts';
import { type OidcAccount, type OidcProvider, startOidcProvider } from './fixtures/oidc-provider.ts';
import { begin, goAs, join, linkOf, newAccount, pathOf, settingsOf, whoIs } from './fixtures/provider-browser.ts';

let provider: OidcProvider;
let api: Api;
beforeAll(async () => {
  provider = await startOidcProvider();
  api = await startApi({ environment: settingsOf(provider) });
});
afterAll(async () => {
  await api?.stop();
  await provider?.close();
});

describe('an account', () => {
  test('becomes a person by an invitation, without a password, and signs in from then on', async () => {
    const account = newAccount();
    const { browser, answer, space } = await join(api, provider, account, { role: 'admin' });
    expect([answer.status, linkOf(answer.text)]).toEqual([200, `/spaces/${space}`]);
    const { person, spaces } = await whoIs(browser);
    expect(person).toMatchObject({ name: 'Grace', email: account.email, has_password: false });
    expect(spaces).toMatchObject([{ id: space, role: 'admin' }]);
    const again = consoleBrowser(api.consoleUrl);
    expect(linkOf((await goAs(provider, again, { ...account, email: 'other@example.net' }, { next: '/settings' })).text)).toBe('/settings');
    expect((await whoIs(again)).person.id).toBe(person.id);
    expect((await again.call('GET', '/v1/person/identities')).body).toMatchObject({
      provider: { name: 'Acme Login', is_only: false, link_path: '/sign-in/provider/link' },
      data: [{ subject: account.sub, email: 'other@example.net', last_used_at: expect.any(String) }],
    });
  });

  test('that no invitation brought does not become a person', async () => {
    const { status, text } = await goAs(provider, consoleBrowser(api.consoleUrl), newAccount());
    expect([status, text]).toEqual([403, expect.stringContaining('No person here has this account of Acme Login')]);
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined } as unknown as Partial<OidcAccount>],
  ])('whose address %s does not join by an invitation', async (_what, over) => {
    const { browser, answer } = await join(api, provider, newAccount(over));
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('does not confirm your email address')]);
    expect(browser.cookies.size).toBe(0);
  });

  test('with the address of a person who is here is not taken for that person', async () => {
    const { email } = await newPerson(api);
    const account = newAccount({ email });
    const signedIn = await goAs(provider, consoleBrowser(api.consoleUrl), account);
    expect([signedIn.status, signedIn.text]).toEqual([403, expect.stringContaining('No person here')]);
    const { answer } = await join(api, provider, account);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('is here already')]);
  });

  test('takes over the person of its verified address by an invitation for that address, and every other way in ends', async () => {
    const { email, id, browser: claimed } = await newPerson(api);
    const unverified = await join(api, provider, newAccount({ email, email_verified: false }), { email });
    expect(unverified.answer.status).toBe(403);
    const { browser } = await join(api, provider, newAccount({ email }), { email });
    expect((await whoIs(browser)).person).toMatchObject({ id, has_password: false });
    expect((await claimed.call('GET', '/v1/person')).status).toBe(401);
    expect((await claimed.post('/sign-in', { email, password: PASSWORD })).status).toBe(401);
  });

  test('does not accept an invitation for another address', async () => {
    const { answer } = await join(api, provider, newAccount(), { email: 'ada@example.com' });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('ada@example.com')]);
  });
});

describe('a person who is signed in', () => {
  test('links an account with any address, and signs in with it', async () => {
    const { browser, id } = await newPerson(api);
    const account = newAccount({ email_verified: false });
    expect((await browser.get('/sign-in/provider/link')).text).toContain('Link Acme Login');
    const copied = browser.copy();
    expect((await goAs(provider, browser, account, { for: 'link', next: '/settings' })).status).toBe(200);
    expect((await copied.call('GET', '/v1/person')).status).toBe(401);
    expect((await whoIs(browser)).person.id).toBe(id);
    const other = consoleBrowser(api.consoleUrl);
    await goAs(provider, other, account);
    expect((await whoIs(other)).person.id).toBe(id);
  });

  test('confirms first, to link an account', async () => {
    const { browser } = await newPerson(api);
    api.ports.clock.advance(11 * 60_000);
    const { status, headers } = await browser.post('/sign-in/provider', { for: 'link' });
    expect([status, headers.get('location')]).toEqual([303, '/confirm?next=%2Fsign-in%2Fprovider%2Flink']);
    const back = (await browser.post('/sign-in/provider', { for: 'link', next: '/me/security' })).headers.get('location')!;
    const next = new URL(back, api.consoleUrl).searchParams.get('next')!;
    expect(next).toBe('/sign-in/provider/link?next=%2Fme%2Fsecurity');
    expect((await browser.get(next)).text).toContain('name="next" value="/me/security"');
    expect((await consoleBrowser(api.consoleUrl).post('/sign-in/provider', { for: 'link' })).status).toBe(401);
  });

  test('cannot link an account of another person', async () => {
    const account = newAccount();
    await join(api, provider, account);
    const { browser } = await newPerson(api);
    const { status, text } = await goAs(provider, browser, account, { for: 'link' });
    expect([status, text]).toEqual([409, expect.stringContaining('linked with another person')]);
  });

  test('removes an account, but not the last means to sign in', async () => {
    const { browser } = await newPerson(api);
    await goAs(provider, browser, newAccount(), { for: 'link' });
    const { body } = await browser.call('GET', '/v1/person/identities');
    const copied = browser.copy();
    expect((await browser.call('DELETE', `/v1/person/identities/${body.data[0].id}`)).status).toBe(200);
    expect([(await copied.call('GET', '/v1/person')).status, (await browser.call('GET', '/v1/person')).status]).toEqual([401, 200]);
    const { browser: withoutPassword } = await join(api, provider, newAccount());
    const { body: own } = await withoutPassword.call('GET', '/v1/person/identities');
    const last = await withoutPassword.call('DELETE', `/v1/person/identities/${own.data[0].id}`);
    expect([last.status, last.body.detail]).toEqual([409, expect.stringContaining('last means')]);
    expect((await browser.call('DELETE', `/v1/person/identities/${own.data[0].id}`)).status).toBe(404);
  });

  test('confirms by signing in again at the provider, with the own account only', async () => {
    const account = newAccount();
    const { browser } = await join(api, provider, account);
    api.ports.clock.advance(11 * 60_000);
    const remove = () => browser.call('DELETE', '/v1/person/identities/idn_none');
    expect((await remove()).body.code).toBe('confirmation_required');
    const url = new URL(await begin(browser, { for: 'confirm', next: '/' }));
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect((await goAs(provider, browser, newAccount(), { for: 'confirm' })).status).toBe(403);
    provider.changeNextToken({ auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await goAs(provider, browser, account, { for: 'confirm' })).status).toBe(403);
    expect((await remove()).body.code).toBe('confirmation_required');
    expect((await goAs(provider, browser, account, { for: 'confirm' })).status).toBe(200);
    expect((await remove()).body.code).toBe('not_found');
  });
});

describe('an answer of the provider is refused', () => {
  async function joined() {
    const account = newAccount();
    await join(api, provider, account);
    return { account, browser: consoleBrowser(api.consoleUrl) };
  }

  test('with another state', async () => {
    const { account, browser } = await joined();
    const back = new URL(await provider.authorize(await begin(browser), account));
    back.searchParams.set('state', 'another');
    expect((await browser.get(pathOf(back.href))).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'another client' }],
    ['another issuer', { iss: 'https://other.example.com' }],
    ['an end in the past', { exp: 1_700_000_000 }],
  ])('with an ID token with %s', async (_what, claims) => {
    const { account, browser } = await joined();
    provider.changeNextToken(claims);
    expect((await goAs(provider, browser, account)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  test('with an ID token that another key signed', async () => {
    const { account, browser } = await joined();
    provider.forgeNextToken();
    expect((await goAs(provider, browser, account)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  test('with a code that was used, also with the cookie of its flow', async () => {
    const { account, browser } = await joined();
    const path = pathOf(await provider.authorize(await begin(browser), account));
    const copy = browser.copy();
    expect((await browser.get(path)).status).toBe(200);
    const replayed = await copy.get(path);
    expect([replayed.status, replayed.text]).toEqual([403, expect.stringContaining('invalid_grant')]);
    expect((await consoleBrowser(api.consoleUrl).get(path)).text).toContain('begun in another browser');
  });

  test('that comes too late', async () => {
    const { account, browser } = await joined();
    const path = pathOf(await provider.authorize(await begin(browser), account));
    api.ports.clock.advance(SIGN_IN_SECONDS * 1_000);
    expect((await browser.get(path)).text).toContain('took too long');
  });

  test('that says that the person cancelled', async () => {
    const { browser } = await joined();
    const state = new URL(await begin(browser)).searchParams.get('state')!;
    const { status, text } = await browser.get(`/sign-in/provider/callback?error=access_denied&state=${state}`);
    expect([status, text]).toEqual([403, expect.stringContaining('access_denied')]);
  });
});

test('the cookie of a flow is sealed, hidden from scripts and sent to the pages of the provider only', async () => {
  const browser = consoleBrowser(api.consoleUrl);
  const { headers } = await browser.post('/sign-in/provider', {});
  expect(headers.get('set-cookie')).toMatch(/^space_provider=[\w-]+; Max-Age=600; Path=\/sign-in\/provider; HttpOnly; SameSite=Lax$/);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SIGN_IN_SECONDS } from '@space/contracts/people';
import { type Api, startApi } from './fixtures/api.ts';
import { type ConsoleBrowser, consoleBrowser, invitationPath, newPerson, OWN_NETWORKS, PASSWORD } from './fixtures/console-browser.ts';
import { type OidcAccount, type OidcProvider, startOidcProvider } from './fixtures/oidc-provider.ts';

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

const settingsOf = ({ issuer, client_id, client_secret }: OidcProvider) => ({
  ...OWN_NETWORKS,
  SPACE_OIDC_ISSUER: issuer,
  SPACE_OIDC_CLIENT_ID: client_id,
  SPACE_OIDC_CLIENT_SECRET: client_secret,
  SPACE_OIDC_NAME: 'Acme Login',
});

let accounts = 0;

/** Returns a new account with a verified address. */
function newAccount(over: Partial<OidcAccount> = {}): OidcAccount {
  accounts += 1;
  return { sub: `account-${accounts}`, email: `account-${accounts}@example.com`, email_verified: true, name: 'Grace', ...over };
}

/** Begins a way to the provider and returns the address there. */
async function begin(browser: ConsoleBrowser, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const { text, status } = await browser.post('/sign-in/provider', fields);
  if (status !== 200) throw new Error(`The way to the provider began with ${status}.`);
  return linkOf(text);
}

/** Returns the address that a page goes on to. */
const linkOf = (text: string): string => /<a href="([^"]+)">Go on<\/a>/.exec(text)![1]!.replaceAll('&amp;', '&');

const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

/** Goes to the provider as an account and comes back. */
async function goAs(browser: ConsoleBrowser, account: OidcAccount, fields: Readonly<Record<string, string>> = {}, at = provider) {
  return browser.get(pathOf(await at.authorize(await begin(browser, fields), account)));
}

/** Accepts an invitation to a new Space as an account. */
async function join(account: OidcAccount, invitation: Readonly<Record<string, unknown>> = {}, on = api, at = provider) {
  const space = await on.newSpace();
  const path = await invitationPath(on, space, invitation);
  const browser = consoleBrowser(on.consoleUrl);
  const answer = await goAs(browser, account, { for: 'accept', invitation: path.split('/').at(-1)! }, at);
  return { browser, answer, space };
}

const whoIs = async (browser: ConsoleBrowser) => (await browser.call('GET', '/v1/person')).body;

describe('an account', () => {
  test('becomes a person by an invitation, without a password, and signs in from then on', async () => {
    const account = newAccount();
    const { browser, answer, space } = await join(account, { role: 'admin' });
    expect([answer.status, linkOf(answer.text)]).toEqual([200, `/spaces/${space}`]);
    const { person, spaces } = await whoIs(browser);
    expect(person).toMatchObject({ name: 'Grace', email: account.email, has_password: false });
    expect(spaces).toMatchObject([{ id: space, role: 'admin' }]);
    const again = consoleBrowser(api.consoleUrl);
    expect(linkOf((await goAs(again, { ...account, email: 'other@example.net' }, { next: '/settings' })).text)).toBe('/settings');
    expect((await whoIs(again)).person.id).toBe(person.id);
    expect((await again.call('GET', '/v1/person/identities')).body).toMatchObject({
      provider: { name: 'Acme Login', is_only: false, link_path: '/sign-in/provider/link' },
      data: [{ subject: account.sub, email: 'other@example.net', last_used_at: expect.any(String) }],
    });
  });

  test('that no invitation brought does not become a person', async () => {
    const { status, text } = await goAs(consoleBrowser(api.consoleUrl), newAccount());
    expect([status, text]).toEqual([403, expect.stringContaining('No person here has this account of Acme Login')]);
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined } as unknown as Partial<OidcAccount>],
  ])('whose address %s does not join by an invitation', async (_what, over) => {
    const { browser, answer } = await join(newAccount(over));
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('does not confirm your email address')]);
    expect(browser.cookies.size).toBe(0);
  });

  test('with the address of a person who is here is not taken for that person', async () => {
    const { email } = await newPerson(api);
    const account = newAccount({ email });
    const signedIn = await goAs(consoleBrowser(api.consoleUrl), account);
    expect([signedIn.status, signedIn.text]).toEqual([403, expect.stringContaining('No person here')]);
    const { answer } = await join(account);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('is here already')]);
  });

  test('is linked with the person of its verified address by an invitation for that address', async () => {
    const { email, id } = await newPerson(api);
    const unverified = await join(newAccount({ email, email_verified: false }), { email });
    expect(unverified.answer.status).toBe(403);
    const { browser } = await join(newAccount({ email }), { email });
    expect((await whoIs(browser)).person).toMatchObject({ id, has_password: true });
  });

  test('does not accept an invitation for another address', async () => {
    const { answer } = await join(newAccount(), { email: 'ada@example.com' });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('ada@example.com')]);
  });
});

describe('a person who is signed in', () => {
  test('links an account, whatever its address, and signs in with it', async () => {
    const { browser, id } = await newPerson(api);
    const account = newAccount({ email_verified: false });
    expect((await browser.get('/sign-in/provider/link')).text).toContain('Link Acme Login');
    expect((await goAs(browser, account, { for: 'link', next: '/settings' })).status).toBe(200);
    const other = consoleBrowser(api.consoleUrl);
    await goAs(other, account);
    expect((await whoIs(other)).person.id).toBe(id);
  });

  test('confirms first, to link an account', async () => {
    const { browser } = await newPerson(api);
    api.ports.clock.advance(11 * 60_000);
    const { status, headers } = await browser.post('/sign-in/provider', { for: 'link' });
    expect([status, headers.get('location')]).toEqual([303, '/confirm?next=%2Fsign-in%2Fprovider%2Flink']);
    expect((await consoleBrowser(api.consoleUrl).post('/sign-in/provider', { for: 'link' })).status).toBe(401);
  });

  test('cannot link an account of another person', async () => {
    const account = newAccount();
    await join(account);
    const { browser } = await newPerson(api);
    const { status, text } = await goAs(browser, account, { for: 'link' });
    expect([status, text]).toEqual([409, expect.stringContaining('linked with another person')]);
  });

  test('removes an account, but not the last means to sign in', async () => {
    const { browser } = await newPerson(api);
    await goAs(browser, newAccount(), { for: 'link' });
    const { body } = await browser.call('GET', '/v1/person/identities');
    expect((await browser.call('DELETE', `/v1/person/identities/${body.data[0].id}`)).status).toBe(200);
    const { browser: withoutPassword } = await join(newAccount());
    const { body: own } = await withoutPassword.call('GET', '/v1/person/identities');
    const last = await withoutPassword.call('DELETE', `/v1/person/identities/${own.data[0].id}`);
    expect([last.status, last.body.detail]).toEqual([409, expect.stringContaining('last means')]);
    expect((await browser.call('DELETE', `/v1/person/identities/${own.data[0].id}`)).status).toBe(404);
  });

  test('confirms by signing in again at the provider, with the own account only', async () => {
    const account = newAccount();
    const { browser } = await join(account);
    api.ports.clock.advance(11 * 60_000);
    const remove = () => browser.call('DELETE', '/v1/person/identities/idn_none');
    expect((await remove()).body.code).toBe('confirmation_required');
    const url = new URL(await begin(browser, { for: 'confirm', next: '/' }));
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect((await goAs(browser, newAccount(), { for: 'confirm' })).status).toBe(403);
    provider.changeNextToken({ auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await goAs(browser, account, { for: 'confirm' })).status).toBe(403);
    expect((await remove()).body.code).toBe('confirmation_required');
    expect((await goAs(browser, account, { for: 'confirm' })).status).toBe(200);
    expect((await remove()).body.code).toBe('not_found');
  });
});

describe('an answer of the provider is refused', () => {
  async function joined() {
    const account = newAccount();
    await join(account);
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
    expect((await goAs(browser, account)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  test('with an ID token that another key signed', async () => {
    const { account, browser } = await joined();
    provider.forgeNextToken();
    expect((await goAs(browser, account)).status).toBe(403);
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

test('the same subject at another issuer is another account', async () => {
  const account = newAccount();
  await join(account);
  const second = await startOidcProvider();
  const other = await startApi({ environment: settingsOf(second), url: api.ports.url, bus: api.ports.bus });
  const { status, text } = await goAs(consoleBrowser(other.consoleUrl), account, {}, second);
  expect([status, text]).toEqual([403, expect.stringContaining('No person here')]);
  await other.stop();
  await second.close();
});

test('a provider that does not answer leaves the password, and says so', async () => {
  const down = await startOidcProvider();
  const other = await startApi({ environment: settingsOf(down) });
  await down.close();
  const browser = consoleBrowser(other.consoleUrl);
  const { status, text } = await browser.post('/sign-in/provider', {});
  expect([status, text]).toEqual([503, expect.stringContaining('does not work right now')]);
  expect((await browser.get('/sign-in')).text).toContain('Sign in with Acme Login');
  expect((await newPerson(other)).id).toMatch(/^per_/);
  await other.stop();
});

test('an account of an allowed domain joins the Space with the default role; one of another domain, or unverified, does not', async () => {
  const database = await startApi({ environment: OWN_NETWORKS });
  const space = await database.newSpace();
  const other = await startApi({
    environment: {
      ...settingsOf(provider),
      SPACE_OIDC_SPACE: space,
      SPACE_OIDC_DOMAINS: 'acme.example, Acme.test',
      SPACE_OIDC_DEFAULT_ROLE: 'member',
    },
    url: database.ports.url,
  });
  const browser = consoleBrowser(other.consoleUrl);
  await goAs(browser, newAccount({ email: 'grace@acme.test' }));
  expect(await whoIs(browser)).toMatchObject({
    person: { email: 'grace@acme.test' },
    spaces: [{ id: space, role: 'member', may_run: false }],
  });
  for (const [account, reason] of [
    [newAccount({ email: 'eve@sub.acme.test' }), 'Addresses at sub.acme.test may not join'],
    [newAccount({ email: 'eve@acme.test.example' }), 'may not join'],
    [newAccount({ email: 'eve@acme.test', email_verified: false }), 'does not confirm'],
    [newAccount({ email: 'grace@acme.test' }), 'is here already'],
  ] as const) {
    const { status, text } = await goAs(consoleBrowser(other.consoleUrl), account);
    expect([status, text]).toEqual([403, expect.stringContaining(reason)]);
  }
  await other.stop();
  await database.stop();
});

test('where only the provider signs people in, passwords and passkeys do not', async () => {
  const before = await startApi({ environment: OWN_NETWORKS });
  const { email } = await newPerson(before);
  const other = await startApi({ environment: { ...settingsOf(provider), SPACE_OIDC_ONLY: '1' }, url: before.ports.url });
  const visitor = consoleBrowser(other.consoleUrl);
  expect((await visitor.get('/sign-in')).text).not.toMatch(/type="password"|data-passkey/);
  const refused = await visitor.post('/sign-in', { email, password: PASSWORD });
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Passwords are disabled in this installation; use Acme Login'),
  ]);
  expect((await visitor.get('/sign-in/passkey')).status).toBe(409);
  const invitation = await invitationPath(other, await other.newSpace());
  expect((await visitor.get(invitation)).text).not.toContain('type="password"');
  expect((await visitor.post(invitation, { name: 'Eve', email: 'eve@example.com', password: PASSWORD })).status).toBe(409);
  const { browser } = await join(newAccount(), {}, other);
  expect((await browser.call('POST', '/v1/person/password', { new_password: PASSWORD })).body.code).toBe('disabled');
  expect((await browser.call('POST', '/v1/person/confirm', { password: PASSWORD })).body.code).toBe('disabled');
  expect((await browser.get('/confirm')).text).toContain('Confirm with Acme Login');
  await other.stop();
  await before.stop();
});

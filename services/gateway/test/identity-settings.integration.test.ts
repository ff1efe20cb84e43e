import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, startApi } from './fixtures/api.ts';
import { consoleBrowser, invitationPath, newPerson, PASSWORD } from './fixtures/console-browser.ts';
import { type OidcProvider, startOidcProvider } from './fixtures/oidc-provider.ts';
import { goAs, join, newAccount, settingsOf, whoIs } from './fixtures/provider-browser.ts';

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

test('the same subject at another issuer is another account', async () => {
  const account = newAccount();
  await join(api, provider, account);
  const second = await startOidcProvider();
  const other = await startApi({ environment: settingsOf(second), url: api.ports.url, bus: api.ports.bus });
  const { status, text } = await goAs(second, consoleBrowser(other.consoleUrl), account);
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
  const database = await startApi();
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
  await goAs(provider, browser, newAccount({ email: 'grace@acme.test' }));
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
    const { status, text } = await goAs(provider, consoleBrowser(other.consoleUrl), account);
    expect([status, text]).toEqual([403, expect.stringContaining(reason)]);
  }
  await other.stop();
  await database.stop();
});

test('where only the provider signs people in, passwords and passkeys do not', async () => {
  const before = await startApi();
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
  const { browser } = await join(other, provider, newAccount());
  expect((await browser.call('POST', '/v1/person/password', { new_password: PASSWORD })).body.code).toBe('disabled');
  expect((await browser.call('POST', '/v1/person/confirm', { password: PASSWORD })).body.code).toBe('disabled');
  expect((await browser.get('/confirm')).text).toContain('Confirm with Acme Login');
  await other.stop();
  await before.stop();
});

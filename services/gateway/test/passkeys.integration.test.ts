import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SIGN_IN_SECONDS } from '@space/contracts/people';
import type { Api } from './fixtures/api.ts';
import { startApi } from './fixtures/api.ts';
import { type ConsoleBrowser, consoleBrowser, newPerson } from './fixtures/console-browser.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './fixtures/software-authenticator.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

/** Adds a passkey and returns its answer. */
async function addPasskey(browser: ConsoleBrowser, authenticator: SoftwareAuthenticator, name = 'Laptop') {
  const { body } = await browser.call('POST', '/v1/person/passkeys/begin', {});
  return browser.call('POST', '/v1/person/passkeys', { name, credential: authenticator.create(body.options, { origin: api.consoleUrl }) });
}

/** Returns a person with a passkey. */
async function newPersonWithPasskey() {
  const person = await newPerson(api);
  const authenticator = softwareAuthenticator();
  const added = await addPasskey(person.browser, authenticator);
  expect(added).toMatchObject({ status: 201, body: { name: 'Laptop', is_synced: false, last_used_at: null } });
  return { ...person, authenticator, passkey_id: added.body.id as string };
}

/** Answers a new challenge of the sign-in page. */
async function answerOf(authenticator: SoftwareAuthenticator, options: Partial<Parameters<SoftwareAuthenticator['get']>[1]> = {}) {
  const challenge = await consoleBrowser(api.consoleUrl).get('/sign-in/passkey');
  return JSON.stringify(authenticator.get(challenge.body, { origin: api.consoleUrl, ...options }));
}

/** Sends an answer in a new browser. */
async function signIn(credential: string) {
  const browser = consoleBrowser(api.consoleUrl);
  const answer = await browser.post('/sign-in/passkey', { credential, next: '/settings' });
  return { ...answer, browser };
}

describe('a passkey', () => {
  test('signs its person in without an email address, and begins a session', async () => {
    const { authenticator, id, browser: first } = await newPersonWithPasskey();
    const { status, headers, browser } = await signIn(await answerOf(authenticator));
    expect([status, headers.get('location')]).toEqual([303, '/settings']);
    expect((await browser.call('GET', '/v1/person')).body.person.id).toBe(id);
    expect((await first.call('GET', '/v1/person/passkeys')).body).toMatchObject({
      is_offered: true,
      data: [{ name: 'Laptop', last_used_at: expect.any(String) }],
    });
  });

  test('is asked for by options that name the host of the console, verification and discoverability', async () => {
    const { browser, id } = await newPerson(api);
    const { body } = await browser.call('POST', '/v1/person/passkeys/begin', {});
    expect(body.options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(id).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { body: options } = await browser.get('/sign-in/passkey');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  });

  test('confirms a session of its person, by the operation and by the page', async () => {
    const { authenticator, browser } = await newPersonWithPasskey();
    api.ports.clock.advance(11 * 60_000);
    const rename = () => browser.call('PATCH', '/v1/person/passkeys/pky_none', { name: 'Desk' });
    expect((await rename()).body.code).toBe('confirmation_required');
    const { body } = await browser.call('POST', '/v1/person/confirm/passkey/begin', {});
    const credential = authenticator.get(body.options, { origin: api.consoleUrl });
    expect((await browser.call('POST', '/v1/person/confirm/passkey', { credential })).status).toBe(200);
    expect((await rename()).body.code).toBe('not_found');

    api.ports.clock.advance(11 * 60_000);
    expect((await rename()).body.code).toBe('confirmation_required');
    const { body: options } = await browser.get('/confirm/passkey');
    const answer = JSON.stringify(authenticator.get(options, { origin: api.consoleUrl }));
    expect((await browser.post('/confirm/passkey', { credential: answer, next: '/' })).status).toBe(303);
    expect((await rename()).body.code).toBe('not_found');
  });

  test('does not confirm the session of another person', async () => {
    const { authenticator } = await newPersonWithPasskey();
    const other = await newPersonWithPasskey();
    const { body } = await other.browser.call('POST', '/v1/person/confirm/passkey/begin', {});
    const credential = authenticator.get(body.options, { origin: api.consoleUrl });
    expect((await other.browser.call('POST', '/v1/person/confirm/passkey', { credential })).body).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('not known here'),
    });
  });

  test('is renamed and removed, and then signs no one in', async () => {
    const { authenticator, browser, passkey_id } = await newPersonWithPasskey();
    expect((await browser.call('PATCH', `/v1/person/passkeys/${passkey_id}`, { name: 'Desk' })).body.name).toBe('Desk');
    expect((await browser.call('DELETE', `/v1/person/passkeys/${passkey_id}`)).status).toBe(200);
    expect((await browser.call('DELETE', `/v1/person/passkeys/${passkey_id}`)).status).toBe(404);
    const { status, text } = await signIn(await answerOf(authenticator));
    expect([status, text]).toEqual([403, expect.stringContaining('it was removed')]);
  });

  test('that is added or removed gives the session a new cookie, and a copy of the one before no longer works', async () => {
    const { browser } = await newPerson(api);
    const [copied, authenticator] = [browser.copy(), softwareAuthenticator()];
    const added = await addPasskey(browser, authenticator);
    expect([added.status, added.headers.get('location')]).toEqual([201, null]);
    expect((await copied.call('GET', '/v1/person')).status).toBe(401);
    const again = browser.copy();
    expect((await browser.call('DELETE', `/v1/person/passkeys/${added.body.id}`)).status).toBe(200);
    expect((await again.call('GET', '/v1/person')).status).toBe(401);
    expect((await browser.call('GET', '/v1/person')).status).toBe(200);
  });

  test('of another person is neither renamed nor removed', async () => {
    const { passkey_id } = await newPersonWithPasskey();
    const { browser } = await newPerson(api);
    expect((await browser.call('PATCH', `/v1/person/passkeys/${passkey_id}`, { name: 'Mine' })).status).toBe(404);
    expect((await browser.call('DELETE', `/v1/person/passkeys/${passkey_id}`)).status).toBe(404);
  });

  test('is added once', async () => {
    const { authenticator, browser } = await newPersonWithPasskey();
    expect((await addPasskey(browser, authenticator)).body.code).toBe('duplicate');
  });
});

describe('an answer is refused', () => {
  test('the second time that it is sent', async () => {
    const { authenticator } = await newPersonWithPasskey();
    const credential = await answerOf(authenticator);
    expect((await signIn(credential)).status).toBe(303);
    const { status, text, browser } = await signIn(credential);
    expect([status, text, browser.cookies.size]).toEqual([403, expect.stringContaining('was used already'), 0]);
  });

  test('from another origin', async () => {
    const { authenticator } = await newPersonWithPasskey();
    const { status, text } = await signIn(await answerOf(authenticator, { origin: 'https://console.example.net' }));
    expect([status, text]).toEqual([403, expect.stringContaining('another address')]);
  });

  test('when the counter went back, and the copy does not sign in', async () => {
    const { authenticator } = await newPersonWithPasskey();
    expect((await signIn(await answerOf(authenticator, { counter: 7 }))).status).toBe(303);
    const { status, text, browser } = await signIn(await answerOf(authenticator, { counter: 6 }));
    expect([status, text, browser.cookies.size]).toEqual([403, expect.stringContaining('may have a copy'), 0]);
    expect(api.ports.lines.some((line) => line.includes('there may be a copy of it'))).toBe(true);
  });

  test('when the device did not verify the person', async () => {
    const { authenticator } = await newPersonWithPasskey();
    expect((await signIn(await answerOf(authenticator, { isVerified: false }))).status).toBe(403);
  });

  test('when it comes too late', async () => {
    const { authenticator } = await newPersonWithPasskey();
    const credential = await answerOf(authenticator);
    api.ports.clock.advance(SIGN_IN_SECONDS * 1_000);
    const { status, text } = await signIn(credential);
    expect([status, text]).toEqual([403, expect.stringContaining('took too long')]);
  });

  test('to a challenge for something else', async () => {
    const { authenticator, browser } = await newPersonWithPasskey();
    const { body } = await browser.call('POST', '/v1/person/confirm/passkey/begin', {});
    const credential = JSON.stringify(authenticator.get(body.options, { origin: api.consoleUrl }));
    expect((await signIn(credential)).status).toBe(403);
  });

  test('when its signature is of another key', async () => {
    const { authenticator } = await newPersonWithPasskey();
    const answer = JSON.parse(await answerOf(authenticator));
    const foreign = JSON.parse(await answerOf(softwareAuthenticator()));
    const { status } = await signIn(JSON.stringify({ ...answer, response: { ...answer.response, signature: foreign.response.signature } }));
    expect(status).toBe(403);
  });

  test.each([['no JSON'], ['{}'], ['{"id":"AA","rawId":"AA","type":"public-key","response":{}}'], ['[]']])(
    'with a status below 500 when it is %s',
    async (credential) => {
      const { browser } = await newPerson(api);
      expect((await signIn(credential)).status).toBe(400);
      const sent = credential === 'no JSON' ? {} : JSON.parse(credential);
      expect((await browser.call('POST', '/v1/person/passkeys', { name: 'Desk', credential: sent })).status).toBe(400);
    },
  );
});

test('the sign-in page has a form of passkeys, its script and a policy that allows only files of the console', async () => {
  const browser = consoleBrowser(api.consoleUrl);
  const { text, headers } = await browser.get('/sign-in');
  expect(text).toContain('<form method="post" action="/sign-in/passkey" data-passkey hidden>');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await browser.get('/sign-in.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await browser.get('/sign-out')).headers.get('content-security-policy') ?? '').not.toContain('script-src');
});

test('a console at an IP address offers no passkeys and says why', async () => {
  const other = await startApi({ environment: { SPACE_CONSOLE_URL: 'http://127.0.0.1:8082' } });
  const { browser } = await newPerson(other);
  const page = await fetch(`${other.consoleUrl}/sign-in`);
  expect(await page.text()).not.toContain('passkey');
  expect(page.headers.get('content-security-policy')).not.toContain('script-src');
  const { body } = await browser.call('POST', '/v1/person/passkeys/begin', {});
  expect(body).toMatchObject({ code: 'disabled', detail: expect.stringContaining('http://127.0.0.1:8082') });
  expect((await browser.call('GET', '/v1/person/passkeys')).body).toEqual({ is_offered: false, data: [] });
  await other.stop();
});

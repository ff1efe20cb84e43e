import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectNoOverflow, openBrowser, seriousFaults, visit } from '../pages/browser.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const console_url = profile.console_url;

/** Gives the browser of a page an authenticator that verifies its person, as a laptop with a fingerprint reader has one. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Joins a new Space with a password. The page ends at a page of the console whose scripts may call its API. */
async function join(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('seven quiet harbours under one grey bridge');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/spaces/*');
  await page.goto(`${console_url}/confirm`);
}

/** Runs the body of an async function in a page; `call` sends JSON to the API of the console. */
const run = (page: Page, body: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const call = async (method, path, body) => {
      const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch('/v1/person' + path, init)).json();
    };
    ${body}
  })()`);

const addPasskey = `
  const { options } = await call('POST', '/passkeys/begin', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  return call('POST', '/passkeys', { name: 'Laptop', credential: credential.toJSON() });`;

const signOut = `await fetch('/sign-out', { method: 'POST', body: new URLSearchParams({}) })`;

test('a person adds a passkey, signs in and confirms with it, and is refused after it was removed', async () => {
  const { space_id } = await newSpace();
  const email = `ada-${space_id}@example.com`.toLowerCase();
  const { url } = await operator.members.invite({ space_id });
  const { page, complaints, close } = await visit(browser, `${console_url}/sign-in`, { script: true });
  await addAuthenticator(page);
  await join(page, url, email);
  expect(await run(page, addPasskey)).toMatchObject({ name: 'Laptop' });
  await run(page, signOut);
  complaints.length = 0;

  await page.goto(`${console_url}/sign-in?next=${encodeURIComponent('/confirm?next=/sign-in')}`);
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await signIn.click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  const before = (await run(page, `return call('GET', '')`)) as { person: { email: string }; session: { confirmed_until: string } };
  expect(before.person.email).toBe(email);

  await page.goto(`${console_url}/confirm?next=${encodeURIComponent('/confirm?next=/done')}`);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.waitForURL('**/confirm?next=/done');
  const after = (await run(page, `return call('GET', '')`)) as typeof before;
  expect(after.session.confirmed_until > before.session.confirmed_until).toBe(true);
  expect(complaints).toEqual([]);

  const removed = await run(page, `return call('DELETE', '/passkeys/' + (await call('GET', '/passkeys')).data[0].id)`);
  expect(removed).toMatchObject({ deleted: true });
  await run(page, signOut);
  await page.goto(`${console_url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('it was removed').waitFor();
  await close();
});

test('a browser without scripts has the form with the password and no button for passkeys', async () => {
  const { page, complaints, close } = await visit(browser, `${console_url}/sign-in`, { script: false });
  expect(await page.getByLabel('Password').isVisible()).toBe(true);
  expect(await page.getByRole('button').allTextContents()).toEqual(['Sign in']);
  expect(complaints).toEqual([]);
  await close();
});

test('a person without a passkey is told so, and can use the password', async () => {
  const { page, close } = await visit(browser, `${console_url}/sign-in`, { script: true });
  await page.evaluate(`navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  expect(await page.getByRole('alert').filter({ visible: true }).textContent()).toBe('No passkey was used. Try again, or use another means.');
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled()).toBe(true);
  await close();
});

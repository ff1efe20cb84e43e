import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
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

/** Joins a new Space with a password, and goes to a page of the console. */
async function join(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('seven quiet harbours under one grey bridge');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/spaces/*');
  await page.goto(`${console_url}/confirm`);
}

const headers = { origin: console_url };

/** Calls the API of the console with the session of a page. */
// biome-ignore lint/suspicious/noExplicitAny: the test checks the shape of answers
async function call(page: Page, method: string, path: string, data?: unknown): Promise<any> {
  return (await page.request.fetch(`${console_url}/v1/person${path}`, { method, headers, ...(data === undefined ? {} : { data }) })).json();
}

const signOut = (page: Page) => page.request.post(`${console_url}/sign-out`, { headers, form: {} });

/** Adds a passkey as the settings do, and returns the answer. */
async function addPasskey(page: Page): Promise<unknown> {
  const { options } = await call(page, 'POST', '/passkeys/begin', {});
  const credential = await page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)});
    return (await navigator.credentials.create({ publicKey })).toJSON();
  })()`);
  return call(page, 'POST', '/passkeys', { name: 'Laptop', credential });
}

test('a person adds a passkey, signs in and confirms with it, and is refused after it was removed', async () => {
  const { space_id } = await newSpace();
  const email = `ada-${space_id}@example.com`.toLowerCase();
  const { url } = await operator.members.invite({ space_id });
  const { page, complaints, close } = await visit(browser, `${console_url}/sign-in`, { script: true });
  await addAuthenticator(page);
  await join(page, url, email);
  expect(await addPasskey(page)).toMatchObject({ name: 'Laptop' });
  await signOut(page);
  complaints.length = 0;

  await page.goto(`${console_url}/sign-in?next=${encodeURIComponent('/confirm?next=/sign-in')}`);
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await signIn.click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  const before = await call(page, 'GET', '');
  expect(before.person.email).toBe(email);

  await page.goto(`${console_url}/confirm?next=${encodeURIComponent('/confirm?next=/done')}`);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.waitForURL('**/confirm?next=/done');
  const after = await call(page, 'GET', '');
  expect(after.session.confirmation_expires_at > before.session.confirmation_expires_at).toBe(true);
  expect(complaints).toEqual([]);

  const { data } = await call(page, 'GET', '/passkeys');
  expect(await call(page, 'DELETE', `/passkeys/${data[0].id}`)).toMatchObject({ deleted: true });
  await signOut(page);
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

test('a person without a passkey gets a sentence, and can use the password', async () => {
  const { page, close } = await visit(browser, `${console_url}/sign-in`, { script: true });
  await page.evaluate(`navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').getByText('No passkey was used. Try again, or use another means.').waitFor();
  await eventually(async () => expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled()).toBe(true));
  await close();
});

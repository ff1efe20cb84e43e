import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@space/client';
import type { Browser, Page } from 'playwright-core';
import { type OidcProvider, startOidcProvider } from '../../services/gateway/test/fixtures/oidc-provider.ts';
import { settingsOf } from '../../services/gateway/test/fixtures/provider-browser.ts';
import { openConsoleAt } from '../console/console-window.ts';
import { newPerson, PASSWORD } from '../new-person.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { cleanUp, type Launched, launch, newFolder, settingsWithDatabase } from './launch.ts';

// A start, and a browser on a busy machine.
jest.setTimeout(180_000);

let provider: OidcProvider;
let space: Launched;
let browser: Browser;
beforeAll(async () => {
  provider = await startOidcProvider();
  [space, browser] = await Promise.all([launch(await settingsWithDatabase(await newFolder(), settingsOf(provider))), openBrowser()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), cleanUp()]);
  await provider?.close();
});

/** Opens an invitation to the Space of the start in a new window. */
async function openInvitation() {
  const { base_url, operator_token, console_url, space_id } = space.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  const { url } = await operator.members.invite({ space_id: space_id!, role: 'admin' });
  const opened = await openConsoleAt(console_url, browser, undefined, undefined, [provider.issuer]);
  await opened.page.goto(url);
  return opened;
}

const accounts = (page: Page) => page.getByRole('region', { name: 'Accounts' });

test('a person links an account at the identity provider, signs in with it, and unlinks it after a confirmation', async () => {
  const { page, complaints, open, close } = await openInvitation();
  const { email } = newPerson();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/spaces/*');
  await open('/me/security');
  await accounts(page).getByText('No account is linked.').waitFor();
  await accounts(page).getByRole('link', { name: 'Link an account' }).click();
  provider.signIn({ sub: 'ada', email: 'ada@acme.example', email_verified: false });
  await page.getByRole('button', { name: 'Go on to Acme Login' }).click();
  await page.waitForURL('**/me/security');
  await accounts(page).getByRole('button', { name: 'Unlink ada@acme.example' }).waitFor();
  await accounts(page)
    .getByText(/^Acme Login, linked /)
    .waitFor();
  await accounts(page).getByRole('link', { name: 'Link another account' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await picture(page, 'console-identities');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'console-identities-phone');
  await page.setViewportSize({ width: 1280, height: 844 });

  await page.context().clearCookies();
  await open('/sign-in?next=/me/security');
  await page.getByRole('button', { name: 'Sign in with Acme Login' }).click();
  await page.waitForURL('**/me/security');
  await accounts(page).getByRole('button', { name: 'Unlink ada@acme.example' }).click();
  // The sign-in is a confirmation: one that is over has the same answer.
  await page.route(
    '**/v1/person/identities/*',
    (route) =>
      route.fulfill({
        status: 403,
        json: { status: 403, code: 'confirmation_required', title: 'Forbidden', detail: 'Confirm that it is you.' },
      }),
    { times: 1 },
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink the account' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    confirmation.getByRole('link', { name: 'Confirm another way' }).click(),
  ]);
  await other.getByRole('button', { name: 'Confirm with Acme Login' }).click();
  await other.waitForURL('**/me');
  await other.close();
  await confirmation.getByRole('button', { name: 'Go on' }).click();
  await accounts(page).getByText('No account is linked.').waitFor();
  // The browser logs the answer 403.
  expect(complaints.filter((one) => !one.includes('403'))).toEqual([]);
  await close();
});

test('the last means to sign in stays: an account of a person without a password is not unlinked', async () => {
  const { page, complaints, open, close } = await openInvitation();
  provider.signIn({ sub: 'grace', email: 'grace@acme.example', email_verified: true, name: 'Grace' });
  await page.getByRole('button', { name: 'Continue with Acme Login' }).click();
  await page.waitForURL('**/spaces/*');
  await open('/me/security');
  await accounts(page).getByRole('button', { name: 'Unlink grace@acme.example' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink this account?' });
  await dialog.getByRole('button', { name: 'Unlink the account' }).click();
  await dialog.getByText('This is your last means to sign in; add another one first.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await accounts(page).getByRole('button', { name: 'Unlink grace@acme.example' }).waitFor();
  // The browser logs the answer 409.
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  await close();
});

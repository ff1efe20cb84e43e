import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { testOauthClient } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { oauthOrigin } from '../oauth-origin.ts';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test.each([
  ['on a phone, dark', { script: false, width: 360, dark: true }],
  ['on a desk, light', { script: false, width: 1_280, dark: false }],
])('a person gives a client access %s', async (_where, visitor) => {
  const { api_key } = await newSpace({ scopes: ['contacts:read', 'contacts:write', 'tables:read'] });
  const client = await testOauthClient(await oauthOrigin());
  const { page, complaints, close } = await visit(browser, client.authorizationUrl().href, visitor);
  expect(await page.title()).toBe('Connect Claude');
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await page.getByLabel('Space API key').fill('wks_live_wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('Invalid Space API key');
  expect(await page.getByLabel('Space API key').inputValue()).toBe('');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel('Space API key').fill(api_key);
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('heading', { name: 'What may Claude do?' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await picture(page, `consent-${visitor.width}`);
  await page.getByLabel('contacts: write').uncheck();
  // The address of the client does not exist: the request to it is what counts.
  const [returned] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith('https://client.example.com/callback')),
    page.getByRole('button', { name: 'Allow' }).click(),
  ]);
  expect(complaints.filter((text) => !text.includes('net::'))).toEqual([]);
  const { body } = await client.exchange(new URL(returned.url()).searchParams.get('code')!);
  expect(body).toMatchObject({ scope: 'contacts:read tables:read offline_access' });
  await close();
});

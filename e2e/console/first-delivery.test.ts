import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startReceiver } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../pages/browser.ts';
import { operator, profile } from '../profile.ts';
import { openConsole } from './console-page.ts';
import { walkToFirstDelivery } from './first-delivery.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a person joins and goes by the first steps to a delivery that is verified and sent again', async () => {
  const { id: space_id } = await operator.settings.create_space({ name: 'Test Space' });
  const { url } = await operator.members.invite({ space_id, role: 'owner' });
  const receiver = await startReceiver(profile.certificate);
  const { page, complaints, close } = await openConsole(browser);
  await page.goto(url);
  await walkToFirstDelivery({ ...profile, page, space_id, receiver, accept: 'Join' });
  expect(complaints).toEqual([]);
  await close();
  await receiver.close();
});

import { afterAll, expect, jest, test } from '@jest/globals';
import { startReceiver } from '@space/runtime/testing';
import { openConsoleAt } from '../console/console-window.ts';
import { walkToFirstDelivery } from '../console/first-delivery.ts';
import { openBrowser } from '../pages/browser.ts';
import { cleanUp, launch, newFolder, settingsWithDatabase } from './launch.ts';

// A start, and a browser on a busy machine.
jest.setTimeout(180_000);
afterAll(cleanUp);

test('the link that a first start prints leads to the first delivery, works once, and is printed until it is used', async () => {
  const folder = await newFolder();
  const env = await settingsWithDatabase(folder, { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const space = await launch(env);
  const link = /^ {2}Console +(\S+)$/m.exec(space.output())![1]!;
  const { connection } = space;
  expect(link).toMatch(new RegExp(`^${connection.console_url}/setup/.{40,}$`));
  const [browser, receiver] = await Promise.all([openBrowser(), startReceiver()]);
  const { page, complaints, close } = await openConsoleAt(connection.console_url, browser);
  await page.goto(link);
  await walkToFirstDelivery({ ...connection, page, receiver, accept: 'Become the owner' });
  expect(complaints).toEqual([]);
  await page.goto(link);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work');
  await close();
  await Promise.all([browser.close(), receiver.close()]);
  await space.end('SIGTERM');
  const again = await launch(env);
  expect(again.output()).toContain(`  Console     ${connection.console_url}\n`);
  await again.end('SIGTERM');
});

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { connectAccount, mastodon } from '../social-account.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
let space: TestSpace;
let owner: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  space = await newSpace();
  owner = await newMember(space.space_id);
  await connectAccount(space.space_id);
});
afterAll(async () => {
  await browser?.close();
  await (await mastodon()).close();
});

test('a draft that is too long is refused with a sentence; a shorter one is planned, seen in the month, and cancelled', async () => {
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${owner.space_id}/social/posts`);
  await page.getByRole('button', { name: 'Write a post' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Write a post' });
  await dialog.getByLabel('Text', { exact: true }).fill('x'.repeat(503));
  await dialog.getByText(/3 characters too many for @ada@/).waitFor();
  await dialog.getByText(/503 of 500/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'console-social-draft');
  await dialog.getByRole('button', { name: 'Save the draft' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Publish …' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish this post?' });
  await publish.getByText('The network refuses that.').waitFor();
  await publish.getByRole('button', { name: 'Publish now' }).click();
  await publish.getByRole('alert').filter({ hasText: 'has 503 characters; at most 500 are allowed' }).waitFor();
  await page.keyboard.press('Escape');
  await publish.waitFor({ state: 'detached' });

  await page.getByLabel('Text', { exact: true }).fill('The engine weaves.');
  expect(await page.getByRole('button', { name: 'Publish …' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'The engine weaves.' }).waitFor();

  await page.getByRole('button', { name: 'Publish …' }).click();
  await publish.getByLabel('At a time').check();
  const year = new Date().getFullYear() + 1;
  await publish.getByLabel('Time', { exact: true }).fill(`${year}-06-15T09:30`);
  await publish.getByRole('button', { name: 'Schedule the post' }).click();
  await page.getByText('The post is scheduled.').waitFor();
  await page.getByLabel('Text', { exact: true }).waitFor({ state: 'detached' });

  await open(`/spaces/${owner.space_id}/social/posts?view=month&day=${year}-06-01`);
  await page.getByRole('link', { name: /09:30.*The engine weaves/ }).waitFor();
  await expectNoOverflow(page);
  await picture(page, 'console-social-month');
  await page.getByRole('link', { name: /09:30.*The engine weaves/ }).click();
  await page.getByRole('button', { name: 'Cancel the schedule' }).click();
  await page.getByRole('button', { name: 'Publish …' }).waitFor();
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await close();
});

test('a post is published after the second step, and the page shows that the network has it', async () => {
  const { id } = await space.client.social.create_draft({ text: 'Published from the console.' });
  const { page, complaints, open, close } = await openConsole(browser, owner, { width: 390, dark: true });
  await open(`/spaces/${owner.space_id}/social/posts/${id}`);
  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('link', { name: 'Open it there' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await picture(page, 'console-social-published');
  expect((await mastodon()).statuses.map(({ content }) => content.status)).toContain('Published from the console.');
  expect(complaints).toEqual([]);
  await close();
});

test('a planner gets one more time, and a member without the right to publish has no button for it', async () => {
  const { id } = await space.client.social.create_planner({
    name: 'Mornings',
    timezone: 'Europe/London',
    slots: [{ weekday: 'monday', time: '09:00' }],
  });
  const draft = await space.client.social.create_draft({ text: 'Not yet.' });
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space.space_id, 'member'));
  await open(`/spaces/${space.space_id}/social/planners/${id}`);
  await page.getByRole('button', { name: 'Add a time' }).click();
  await page.getByLabel('Time 2', { exact: true }).fill('17:45');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Mornings” is saved.').waitFor();
  await eventually(async () =>
    expect((await space.client.social.get_planner({ id })).slots).toEqual([
      { weekday: 'monday', time: '09:00' },
      { weekday: 'monday', time: '17:45' },
    ]),
  );
  await picture(page, 'console-social-planner');
  await open(`/spaces/${space.space_id}/social/posts/${draft.id}`);
  await page.getByLabel('Text', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Publish/ }).count()).toBe(0);
  await open(`/spaces/${space.space_id}/social/accounts`);
  await page.getByText(/@ada@/).waitFor();
  expect(await page.getByRole('button', { name: /onnect/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, picture, READING_MS, visit } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
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
});
afterAll(() => browser?.close());

/** Focuses an element and presses a key on it, as a person who came there by Tab. */
async function press(page: Page, role: 'button' | 'link' | 'checkbox' | 'menuitem', name: string, key = 'Enter'): Promise<void> {
  const element = page.getByRole(role, { name, exact: true });
  await element.focus();
  await page.keyboard.press(key);
}

/** Returns the questions of the preview in order. */
const previewed = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Preview' }).locator('.label').allTextContents();

const waitForPreview = (page: Page, questions: readonly string[]): Promise<void> =>
  eventually(async () => expect(await previewed(page)).toEqual(questions), { timeout: 15_000 });

test('a form is built by keyboard alone, published, sent by a visitor, and its submission is read', async () => {
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${owner.space_id}/forms`);
  await press(page, 'button', 'Create a form');
  const dialog = page.getByRole('dialog', { name: 'Create a form' });
  await dialog.getByLabel('Name').focus();
  await page.keyboard.type('Feedback');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor();

  await press(page, 'button', 'Add Email');
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
  await page.keyboard.type('Your address');
  await press(page, 'checkbox', 'An answer is required', 'Space');
  await press(page, 'button', 'Add One choice');
  await eventually(async () => expect(await page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Which one?'));
  await page.keyboard.type('How was it?');
  await page.getByRole('textbox', { name: 'Choice 1' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Good');
  await waitForPreview(page, ['Your address', 'How was it? (optional)']);

  await press(page, 'button', 'Move “How was it?” up');
  await waitForPreview(page, ['How was it? (optional)', 'Your address']);
  await page.getByRole('button', { name: /^How was it\?/ }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await waitForPreview(page, ['Your address', 'How was it? (optional)']);
  await page.getByText('“How was it?” is number 2 of 2.').waitFor({ state: 'attached' });

  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await press(page, 'button', 'Save');
  await page.getByText('“Feedback” is saved.').waitFor();
  await press(page, 'button', 'Publish');
  await page.getByText('It accepts answers.').waitFor();
  await press(page, 'button', 'Share');
  const share = page.getByRole('dialog', { name: 'Share this form' });
  const url = (await share.locator('.form-address').textContent())!;
  expect(await share.getByText('<iframe').count()).toBeGreaterThan(0);
  await picture(page, 'console-form-share');
  await page.keyboard.press('Escape');
  await share.waitFor({ state: 'detached' });
  await picture(page, 'console-form-builder');

  const visitor = await visit(browser, url, { script: true });
  await visitor.page.getByLabel('Your address').fill('ada@example.com');
  await visitor.page.getByLabel('Good').check();
  await visitor.page.waitForTimeout(READING_MS);
  await visitor.page.getByRole('button', { name: /send|submit/i }).click();
  await visitor.page.getByText(/thank/i).waitFor();
  await visitor.close();

  await press(page, 'link', 'Submissions');
  await page.getByRole('table').getByText('ada@example.com').waitFor();
  await picture(page, 'console-submissions');
  await press(page, 'link', 'ada@example.com');
  const drawer = page.getByRole('dialog', { name: 'Submission' });
  await drawer.getByText('Good').waitFor();
  await drawer.getByRole('link', { name: 'Open the contact' }).waitFor();
  await picture(page, 'console-submission');
  expect(page.url()).toContain('open=sub_');
  expect(complaints).toEqual([]);
  await close();
});

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, READING_MS, seriousFaults, visit } from '../pages/browser.ts';
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
  // A button that is disabled takes no focus.
  await eventually(async () => expect(await element.isEnabled()).toBe(true));
  await element.focus();
  await page.keyboard.press(key);
}

/** Returns the questions of the preview in order. */
const previewed = (page: Page): Promise<string[]> => page.getByRole('region', { name: 'Preview' }).locator('.label').allTextContents();

const waitForPreview = (page: Page, questions: readonly string[]): Promise<void> =>
  eventually(async () => expect(await previewed(page)).toEqual(questions));

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
  await share.getByText('<iframe').first().waitFor();
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

test('two editors: the second change is refused, what was typed stays, and the way to the saved form is open', async () => {
  const { id } = await space.client.forms.create({ name: 'Intake', fields: [{ key: 'email', label: 'Email', type: 'email' }] });
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${owner.space_id}/forms/${id}?view=settings`);
  const thanks = page.getByLabel('Thank-you text');
  await thanks.fill('We call you.');
  await space.client.forms.update({ id, success_message: 'We write to you.' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The other version is shown in a dialog, or the refusal as an alert; to leave the dialog is to choose neither.
  await page.locator('[role=alert], [role=dialog]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').first().waitFor();
  expect(await thanks.inputValue()).toBe('We call you.');
  expect((await space.client.forms.get({ id })).success_message).toBe('We write to you.');

  // Another screen and back: the draft is there again.
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
  await page.getByRole('link', { name: 'Build' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await eventually(async () => expect(await thanks.inputValue()).toBe('We call you.'));
  await page.getByText('Someone else has saved a change since you began.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await eventually(async () => expect(await thanks.inputValue()).toBe('We write to you.'));
  expect(complaints.filter((one) => !one.includes('412'))).toEqual([]);
  await close();
});

test('a refused form says what is wrong at each field, and the first one takes the focus', async () => {
  const { id } = await space.client.forms.create({
    name: 'Survey',
    fields: [
      { key: 'name', label: 'Name', type: 'short_text' },
      { key: 'topic', label: 'Topic', type: 'select', options: ['Sales', 'Support'] },
    ],
  });
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${owner.space_id}/forms/${id}`);
  await page.getByRole('button', { name: /^Topic/ }).click();
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('Sales');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'One fault is marked above. Nothing was saved.' }).waitFor();
  await page.getByText('"Sales" is the value of two options').waitFor();
  await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).toContain('Topic'));
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('Press');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Survey” is saved.').waitFor();
  expect((await space.client.forms.get({ id })).fields[1]?.options?.map(({ value }) => value)).toEqual(['Sales', 'Press']);
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await close();
});

test.each([
  ['a wide light screen', { width: 1280, dark: false }],
  ['a phone with dark colours', { width: 390, dark: true }],
])('the screens of a form have no faults on %s, and a condition and a step work in the preview', async (_, look) => {
  const { id, url } = await space.client.forms.create({
    name: 'A name that is longer than a phone is wide, as those of people are',
    description: 'Two steps.',
    fields: [
      { key: 'coming', label: 'Will you come?', type: 'yes_no', required: true },
      { key: 'guests', label: 'How many?', type: 'number', visible_if: { field: 'coming', op: 'eq', value: true } },
      { key: 'next', label: 'More about you', type: 'page_break' },
      { key: 'stars', label: 'How was it?', type: 'rating' },
      { key: 'matrix', label: 'Rate each row', type: 'matrix', rows: ['Taste', 'Price'], options: ['Good', 'Bad'] },
      { key: 'name', label: 'Your name', type: 'full_name' },
    ],
  });
  await space.client.forms.submit({ id, data: { coming: true, guests: 2, stars: 5, name: 'Ada'.repeat(30) } });
  const { page, complaints, open, close } = await openConsole(browser, owner, look);
  const shoot = (name: string) => picture(page, `console-form-${name}-${look.width}`);
  const isPhone = look.width < 1_100;
  // Each part is checked in one of the looks: axe takes a second.
  const check = async (isPart: boolean) => {
    await expectNoOverflow(page);
    if (isPart) expect(await seriousFaults(page)).toEqual([]);
  };
  const at = `/spaces/${owner.space_id}/forms/${id}`;
  await open(at);
  await page.getByRole('button', { name: /^How many/ }).click();
  await page.getByText('Shown when').waitFor();
  await page.getByText('Type, name of the answer and contact').click();
  await check(true);
  await shoot('build');
  if (isPhone) await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  expect(await preview.getByLabel('How many?').count()).toBe(0);
  await preview.getByLabel('Yes').check();
  await preview.getByLabel('How many?').fill('2');
  await preview.getByRole('button', { name: 'Next' }).click();
  await preview.getByText('Step 2 of 2').waitFor();
  await check(isPhone);
  await shoot('preview');
  await page.getByRole('button', { name: 'The public page' }).click();
  await page.frameLocator('iframe').getByText('Will you come?').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('This form is a quiz').check();
  await page.getByRole('button', { name: 'Add an outcome' }).click();
  await check(!isPhone);
  await shoot('settings');
  await page.getByRole('button', { name: 'Discard' }).click();
  if (!isPhone) {
    await page.getByRole('button', { name: 'Fields' }).click();
    const rows = page.locator('.form-field-row');
    await rows.filter({ hasText: 'Your name' }).dragTo(rows.filter({ hasText: 'Rate each row' }));
    await eventually(async () => expect(await rows.nth(4).textContent()).toContain('Your name'));
    await page.getByRole('button', { name: 'Discard' }).click();
  }
  for (const [tab, text] of [
    ['Submissions', 'Yes'],
    ['Report', 'average 5'],
    ['Versions', 'current'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: tab }).waitFor();
    await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor();
    await check(isPhone);
    await shoot(tab);
  }
  // The frame shows the page of the public origin, and nothing else is asked elsewhere.
  expect(complaints.filter((one) => one !== `asks ${url}`)).toEqual([]);
  await close();
});

test('a viewer reads a form and its answers, and has no button that changes them', async () => {
  const { id } = await space.client.forms.create({ name: 'Read only', template: 'contact' });
  const viewer = await newMember(space.space_id, 'viewer');
  const { page, complaints, open, close } = await openConsole(browser, viewer);
  await open(`/spaces/${viewer.space_id}/forms/${id}`);
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Send' }).waitFor();
  for (const name of ['Publish', 'Pause', 'More actions', 'Add Email', 'Save'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

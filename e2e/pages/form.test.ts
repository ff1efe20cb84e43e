import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { answerTypes, formTemplates } from '@space/contracts/scheduling';
import type { Browser } from 'playwright-core';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, READING_MS, seriousFaults, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const rsvp = {
  name: 'Summer party',
  description: 'In the garden, from six o’clock on.',
  success_message: 'See you there!',
  fields: [
    { key: 'name', label: 'Your name', type: 'short_text', required: true },
    { key: 'email', label: 'Email', type: 'email', required: true },
    { key: 'coming', label: 'Will you come?', type: 'radio', required: true, options: ['Yes', 'No'] },
    {
      key: 'guests',
      label: 'How many do you bring?',
      type: 'number',
      required: true,
      validation: { min: 0, max: 5, integer: true },
      visible_if: { field: 'coming', op: 'eq', value: 'Yes' },
    },
    { key: 'terms', label: 'I will not tell anybody.', type: 'consent', required: true },
  ],
} as const;

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a form in a browser %s', (name, script) => {
  test('names every wrong answer and is submitted after a correction', async () => {
    const { client } = await newSpace();
    const form = await client.forms.create(rsvp as never);
    const { page, complaints, close } = await visit(browser, form.url, { script });
    expect(await page.title()).toBe('Summer party');
    const guests = page.getByLabel('How many do you bring?');
    expect(await guests.isVisible()).toBe(!script);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@');
    await page.getByLabel('Yes').check();
    await guests.fill('9');
    await picture(page, `form-filled-${name}`);
    await page.waitForTimeout(READING_MS);
    await page.getByRole('button', { name: 'Send' }).click();

    const problems = page.getByRole('alert');
    await problems.waitFor();
    expect(await page.title()).toBe('Error: Summer party');
    expect(await problems.getByRole('link').allTextContents()).toEqual([
      'Email: this must be an email address, like ada@example.com.',
      'How many do you bring? This must be at most 5.',
      'I will not tell anybody. Please tick this box.',
    ]);
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await page.locator('.problems:focus').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await expectNoOverflow(page);
    await picture(page, `form-faults-${name}`);

    await problems.getByRole('link').first().click();
    await page.getByLabel('Email').fill('ada@example.com');
    await guests.fill('2');
    await page.getByLabel('I will not tell anybody.').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('See you there!').waitFor();
    await picture(page, `form-sent-${name}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([
      { data: { name: 'Ada Lovelace', email: 'ada@example.com', coming: 'Yes', guests: 2, terms: true }, source: 'page' },
    ]);
  });

  test('with a file and double opt-in is pending until its link is used', async () => {
    const { client } = await newSpace();
    const form = await client.forms.create({
      name: 'Apply',
      double_opt_in: true,
      fields: [
        { key: 'email', label: 'Email', type: 'email' },
        { key: 'cv', label: 'Your CV', type: 'file', required: true },
      ],
    });
    const { page, complaints, close } = await visit(browser, form.url, { script });
    await page.getByLabel('Email').fill('ada@example.com');
    await page
      .getByLabel('Your CV')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await page.waitForTimeout(READING_MS);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('One more step').first().waitFor();
    const [waiting] = (await client.form_submissions.list({ id: form.id })).data;
    expect(waiting).toMatchObject({ status: 'pending_confirmation', contact_id: null });
    expect(complaints).toEqual([]);
    await close();
  });
});

test.each([true, false])('a confirmation link shows a button, and only the button confirms (scripts: %s)', async (script) => {
  const { client } = await newSpace();
  const email = { key: 'email', label: 'Email', type: 'email' } as const;
  const { id } = await client.forms.create({ name: 'News', double_opt_in: true, success_message: 'You are in.', fields: [email] });
  const { id: submission_id } = await client.forms.submit({ id, data: { email: 'ada@example.com' } });
  const { confirmation_url } = await client.form_submissions.create_link({ id, submission_id });
  const { page, close } = await visit(browser, confirmation_url, { script });
  expect((await client.form_submissions.list({ id })).data).toMatchObject([{ status: 'pending_confirmation', contact_id: null }]);
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'confirm');
  await page.getByRole('button', { name: 'Yes, it was me' }).click();
  await page.getByText('You are in.').waitFor();
  await close();
  expect((await client.form_submissions.list({ id })).data).toMatchObject([{ status: 'confirmed', contact_id: expect.any(String) }]);
});

test('every question type is accessible on a phone and on a desktop, in light and dark mode', async () => {
  const { client } = await newSpace();
  const options = ['Red', 'Green', 'Blue'];
  const fields = answerTypes.map((type) => ({
    key: `q_${type}`,
    label: `A question of type ${type}`,
    type,
    help: 'Some words of help.',
    ...(['select', 'multi_select', 'radio', 'ranking', 'matrix'].includes(type) && { options }),
    ...(type === 'matrix' && { rows: ['Morning', 'Evening'] }),
    ...(type === 'nps' && { validation: { min_label: 'Not at all', max_label: 'Very likely' } }),
  }));
  const layout = [
    { key: 'h', label: 'A heading', type: 'heading' },
    { key: 's', label: 'A statement.', type: 'statement' },
  ];
  const form = await client.forms.create({ name: 'Everything', fields: [...layout, ...fields] as never });
  for (const [width, dark] of [
    [390, false],
    [1_200, true],
  ] as const) {
    const { page, complaints, close } = await visit(browser, form.url, { script: true, width, dark });
    await expectNoOverflow(page);
    await picture(page, `everything-${width}`);
    expect(await seriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }
});

test.each([true, false])('an answer that is not among the choices can be entered as text (scripts: %s)', async (script) => {
  const { client } = await newSpace();
  const options = ['A search', { value: 'Other', other: true }];
  const fields = [
    { key: 'source', label: 'How did you find us?', type: 'select', options },
    { key: 'found', label: 'Where did you find us?', type: 'radio', options },
  ];
  const form = await client.forms.create({ name: 'Source', fields: fields as never });
  const { page, complaints, close } = await visit(browser, form.url, { script });
  const written = page.getByLabel('How did you find us?: something else');
  expect(await written.isVisible()).toBe(!script);
  if (script) await page.getByLabel('How did you find us?').first().selectOption('Other');
  await written.fill('In a dream');
  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByLabel('Where did you find us?: something else').fill('In a book');
  await page.waitForTimeout(READING_MS);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your answers have arrived').waitFor();
  expect(complaints).toEqual([]);
  await close();
  expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([
    { data: { source: 'In a dream', found: 'In a book' } },
  ]);
});

/** Starts a page of another site that contains a form in a frame. */
async function embedding(url: string, headers: Record<string, string>) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><title>Elsewhere</title><iframe title="Form" width="380" height="700" src="${url}"></iframe>`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

test.each([
  ['of another site', {}],
  ['of a Space, in its sandbox', { 'content-security-policy': 'sandbox allow-scripts allow-forms' }],
])('a form in a frame of a page %s can be submitted', async (_where, headers) => {
  const { client } = await newSpace();
  const fields = [{ key: 'name', label: 'Name', type: 'short_text', required: true }] as const;
  const form = await client.forms.create({ name: 'Framed', success_message: 'Got it.', fields: [...fields] });
  const parent = await embedding(form.url, headers as Record<string, string>);
  const { page, complaints, close } = await visit(browser, parent.url, { script: true });
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Name').waitFor();
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Send' }).click();
  await frame.locator('.problems:focus').waitFor();
  await frame.getByLabel('Name').fill('Ada');
  await frame.getByRole('button', { name: 'Send' }).click();
  await frame.getByText('Got it.').waitFor();
  // In a frame the attribute is passed over, and the script of the page moves the focus instead.
  expect(complaints.filter((text) => !text.startsWith('Blocked autofocusing'))).toEqual([]);
  await close();
  parent.stop();
  expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([{ data: { name: 'Ada' }, source: 'page' }]);
});

test.each(formTemplates)('the template %s makes an accessible page', async (template) => {
  const { client } = await newSpace();
  const form = await client.forms.create({ name: `From ${template}`, template });
  const { page, complaints, close } = await visit(browser, form.url, { script: true });
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  await picture(page, `template-${template}`);
  expect(complaints).toEqual([]);
  await close();
});

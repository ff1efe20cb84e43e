import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newSpace } from '../space.ts';
import { openBrowser, READING_MS, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('the fields that a form shows while it is filled in are those that the server validates', async () => {
  const { client } = await newSpace();
  const when = (field: string, op: string, value: string) => ({
    key: `for_${field}`,
    label: `Because of ${field}`,
    type: 'short_text',
    required: true,
    visible_if: { field, op, value },
  });
  const fields = [
    { key: 'source', label: 'Source', type: 'hidden' },
    { key: 'likely', label: 'How likely?', type: 'nps' },
    { key: 'stars', label: 'How many stars?', type: 'rating', validation: { max: 10 } },
    { key: 'size', label: 'How large?', type: 'scale' },
    { key: 'channel', label: 'How did you find us?', type: 'select', options: ['A search', { value: 'Other', other: true }] },
    { key: 'order', label: 'Your order', type: 'ranking', options: ['Red', 'Green'] },
    { key: 'days', label: 'Which days?', type: 'date_range' },
    when('source', 'eq', 'mail'),
    when('likely', 'gt', '9'),
    when('stars', 'lt', '10'),
    when('size', 'gte', '2'),
    when('channel', 'eq', 'a dream'),
    when('order', 'contains', 'Red'),
    when('days', 'contains', 'given'),
  ];
  const form = await client.forms.create({ name: 'Conditions', fields: fields as never });
  const { page, complaints, close } = await visit(browser, `${form.url}?source=mail`, { script: true });
  const shown = async () => {
    const places = await page.getByLabel(/^Because of/).all();
    const names = await Promise.all(places.map(async (one) => ((await one.isVisible()) ? one.getAttribute('name') : null)));
    return names.filter((name) => name !== null);
  };
  expect(await shown()).toEqual(['for_source']);
  await page
    .getByRole('group', { name: /How likely/ })
    .getByLabel('10', { exact: true })
    .check();
  await page
    .getByRole('group', { name: /How many stars/ })
    .getByLabel('9', { exact: true })
    .check();
  await page
    .getByRole('group', { name: /How large/ })
    .getByLabel('10', { exact: true })
    .check();
  await page.getByLabel('How did you find us?').first().selectOption('Other');
  await page.getByLabel('How did you find us?: something else').fill('A dream');
  await page.getByRole('button', { name: 'Move Green up' }).click();
  await page.getByLabel('From').fill('2026-05-04');
  await page.getByLabel('To', { exact: true }).fill('2026-05-05');
  const expected = ['for_source', 'for_likely', 'for_stars', 'for_size', 'for_channel', 'for_order'];
  expect(await shown()).toEqual(expected);
  for (const name of expected) await page.locator(`[name="${name}"]`).fill('Yes');
  await page.waitForTimeout(READING_MS);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your answers have arrived').waitFor();
  expect(complaints).toEqual([]);
  await close();
  const [sent] = (await client.form_submissions.list({ id: form.id })).data;
  expect(Object.keys(sent!.data).filter((key) => key.startsWith('for_'))).toEqual(expect.arrayContaining(expected));
}, 180_000);

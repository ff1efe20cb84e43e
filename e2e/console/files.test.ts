import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Route } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole } from './console-page.ts';
import { RED_POINT } from './full-space.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The addresses that take bytes, by both names of this machine. */
const byteDoors = ['127.0.0.1', 'localhost'].map((host) => {
  const url = new URL(profile.base_url);
  url.hostname = host;
  return `${url.origin}/v1/uploads`;
});

/** A refusal of the service. */
const refusal = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', title: 'Refused', status, detail: 'Refused.', code },
});

/** A place that shows a file, as the service names it. */
const shownOnPage = {
  kind: 'page',
  id: 'pag_01jd0000000000000000000000',
  name: 'Opening hours',
  place: 'layout',
  is_public: true,
  path: '/pages/pag_01jd0000000000000000000000',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** Drops a file onto the list, as the browser does. */
const DROP = `(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['Dropped'], 'dropped.txt'));
  for (const type of ['dragover', 'drop'])
    document.querySelector('.drop-area').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
})()`;

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('a person uploads files, puts one into a folder, deletes it and takes that back, and shares it', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner, undefined, byteDoors);
  const dialog = page.getByRole('dialog');
  const table = page.getByRole('table');
  const choose = page.locator('main input[type=file]').first();

  await open(`/spaces/${space_id}/assets`);
  await page.getByText('No file yet.').waitFor();
  await choose.setInputFiles([
    { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(RED_POINT, 'base64') },
    text('notes.txt', 'Notes'),
  ]);
  await page.getByText('2 files are uploaded.').waitFor();
  await table.getByText('notes.txt').waitFor();
  await table.locator('img').waitFor();
  await picture(page, 'console-files');
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('Name').fill('Brand');
  await dialog.getByRole('button', { name: 'Create the folder' }).click();
  await table.getByRole('link', { name: 'Brand' }).waitFor();

  const deletions: unknown[] = [];
  await page.route('**/v1/assets/bulk-delete', (route) => {
    deletions.push(route.request().postDataJSON());
    return deletions.length === 1 ? route.fulfill(refusal(409, 'attached')) : route.continue();
  });
  await page.route('**/used-by?*', (route) => route.fulfill({ json: { data: [shownOnPage], has_more: false, next_cursor: null } }));
  await page.getByRole('button', { name: 'More acts on notes.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('link', { name: 'Opening hours' }).waitFor();
  await dialog.getByText('(page, layout, visitors see it)').waitFor();
  await dialog.getByRole('button', { name: 'Delete it all the same' }).click();
  await table.getByText('notes.txt').waitFor({ state: 'detached' });
  expect(deletions).toMatchObject([{ force: false }, { force: true }]);
  await page.unrouteAll();
  expect(complaints.splice(0).filter((one) => !one.includes('409'))).toEqual([]);

  await page.getByLabel('Choose logo.png').check();
  await page.getByRole('region', { name: 'Chosen files' }).getByRole('button', { name: 'Move' }).click();
  await dialog.getByRole('button', { name: 'Brand' }).click();
  await dialog.getByRole('button', { name: 'Move to “Brand”' }).click();
  await page.getByText('“logo.png” is moved.').first().waitFor();
  await table.getByText('logo.png').waitFor({ state: 'detached' });
  await table.getByRole('link', { name: 'Brand' }).click();
  await page.getByRole('heading', { name: 'Brand', level: 1 }).waitFor();
  await table.locator('img').waitFor();
  await eventually(async () => expect(await page.evaluate("document.querySelector('table img')?.naturalWidth")).toBe(1));

  await page.getByRole('button', { name: 'More acts on logo.png' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Nothing is in this folder yet.').waitFor();
  expect((await client.assets.list({ trashed: true, sort: 'name' })).data.map(({ name }) => name)).toEqual(['logo.png', 'notes.txt']);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await table.getByRole('link', { name: 'logo.png' }).click();

  await page.getByRole('heading', { name: 'logo.png', level: 1 }).waitFor();
  await page.getByLabel('Alternative text').fill('A red point');
  await page.getByLabel('From the left, in percent').fill('20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“logo.png” is saved.').first().waitFor();
  const [asset] = (await client.assets.list({ kind: ['image'] })).data;
  expect(asset).toMatchObject({ folder_path: 'Brand', alt_text: 'A red point', focal_point: { x: 0.2, y: 0.5 } });

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('“logo.png” is public.').first().waitFor();
  const sharing = page.getByRole('region', { name: 'Sharing' });
  const address = (await sharing.locator('code').first().textContent())!;
  const read = async (url: string) => (await fetch(`${profile.public_url}${new URL(url).pathname}`)).status;
  expect(await read(address)).toBe(200);
  await sharing.getByRole('button', { name: 'Create a link' }).click();
  await dialog.getByText('One day').click();
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  expect(await read((await dialog.locator('[data-secret]').textContent())!)).toBe(200);
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await picture(page, 'console-file');
  await expectFit(page);

  await page.locator('main input[type=file]').first().setInputFiles(text('logo.txt', 'A text now'));
  await page.getByRole('heading', { name: 'logo.txt', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('heading', { name: 'logo.png', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('an upload shows its progress, is cancelled, and continues where its bytes ended; a refused one says what to do', async () => {
  const { space_id, api_key, client } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner, undefined, byteDoors);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  const choose = page.locator('main input[type=file]').first();
  const doors = /\/v1\/uploads\/[\w-]{43}$/;
  await open(`/spaces/${space_id}/assets`);
  await page.getByText('No file yet.').waitFor();

  const held = Promise.withResolvers<Route>();
  await page.route(doors, (route) => held.resolve(route));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).first().click();
  await (await chooser).setFiles(text('held.txt', 'Held'));
  await held.promise;
  await uploads.getByRole('progressbar', { name: 'Sent of held.txt' }).waitFor();
  await uploads.getByText('1 file on the way, 0 % sent.').waitFor();
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await uploads.getByRole('button', { name: 'Cancel held.txt' }).click();
  await uploads.getByText('held.txt').waitFor({ state: 'detached' });
  await page.unroute(doors);

  const content = 'The first half, and the second one.';
  await page.route(doors, async (route) => {
    const sent = await fetch(route.request().url(), {
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: content.slice(0, 15),
    });
    expect(sent.status).toBe(204);
    await route.abort();
  });
  await choose.setInputFiles(text('halves.txt', content));
  await uploads.getByText('The bytes could not be sent.').waitFor();
  expect(complaints.splice(0).filter((one) => !one.includes('ERR_FAILED'))).toEqual([]);
  await page.unroute(doors);
  const continued = page.waitForRequest((request) => request.method() === 'PATCH' && doors.test(request.url()));
  await uploads.getByRole('button', { name: 'Continue halves.txt' }).click();
  expect((await continued).headers()['upload-offset']).toBe('15');
  await uploads.getByText('1 file is uploaded.').waitFor();
  const [asset] = (await client.assets.list()).data;
  const stored = await fetch(`${profile.base_url}/assets/${asset!.id}/content`, { headers: { authorization: `Bearer ${api_key}` } });
  expect(await stored.text()).toBe(content);

  await page.evaluate(DROP);
  await page.getByRole('table').getByText('dropped.txt').waitFor();
  await choose.setInputFiles(text('no.png', 'No picture'));
  await uploads.getByText('The ending of the name does not fit the content.').waitFor();
  await picture(page, 'console-uploads');
  await expectFit(page);
  expect(complaints).toEqual([]);
  await close();
});

test('a viewer reads files, and sees nothing that changes them', async () => {
  const { space_id, client } = await newSpace();
  const viewer = await newMember(space_id, 'viewer');
  await client.folders.create({ name: 'Brand' });
  const { id } = await client.assets.create({ name: 'logo.png', content_base64: RED_POINT });
  const { page, complaints, open, close } = await openConsole(browser, viewer);
  const buttons = async () => (await page.locator('main button:visible').allTextContents()).filter((name) => name !== '');
  await open(`/spaces/${space_id}/assets`);
  await page.getByRole('table').getByText('logo.png').waitFor();
  expect(await page.locator('main input[type=file], main input[type=checkbox], .drop-area').count()).toBe(0);
  expect((await buttons()).filter((name) => /folder|Upload|Delete|Move/i.test(name))).toEqual([]);
  await page.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Show asset uploads']);
  await open(`/spaces/${space_id}/assets/${id}`);
  await page.getByText('Nothing shows this file.').waitFor();
  expect((await buttons()).filter((name) => !/same call|Copy/.test(name))).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole, waitForClipboard } from './console-page.ts';
import { RED_POINT } from './full-space.ts';
import { act, canvasOf, elementsOf, isSaved, newWhiteboard, openBoard } from './whiteboard-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a viewer and a locked whiteboard show the elements without tools that change them', async () => {
  const board = await newWhiteboard();
  await board.client.whiteboard_elements.create({ id: board.id, elements: [{ type: 'text', text: 'Read me', x: 0, y: 0 }] });
  const viewer = await openBoard(browser, board, { width: 390, dark: false }, 'viewer');
  await canvasOf(viewer.page).getByText('Read me').waitFor();
  await viewer.page.getByText('Read only').waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Rectangle' }).count()).toBe(0);
  await viewer.page.getByRole('button', { name: 'List of elements' }).click();
  await viewer.page.getByRole('button', { name: 'Text: Read me' }).click();
  await picture(viewer.page, 'console-whiteboard-read');
  await expectFit(viewer.page);
  await viewer.close();
  const { page, complaints, close } = await openBoard(browser, board);
  await isSaved(page);
  await act(page, 'Lock');
  await page.getByText('This whiteboard is locked').waitFor();
  await canvasOf(page).getByText('Read me').waitFor();
  expect(await page.getByRole('button', { name: 'Rectangle' }).count()).toBe(0);
  await act(page, 'Unlock');
  await page.getByRole('button', { name: 'Rectangle' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('pictures and cards of things are shown, and elements are commented on, resolved and found again', async () => {
  const board = await newWhiteboard();
  const { client } = board;
  await client.assets.create({ name: 'logo.png', content_base64: RED_POINT, alt_text: 'A red point' });
  await client.documents.create({ title: 'Launch plan' });
  const { page, complaints, close } = await openBoard(browser, board);
  await isSaved(page);
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'logo.png' }).click();
  await page.locator('.board-picture').waitFor();
  await page.getByRole('button', { name: 'Card of a thing' }).click();
  await page.getByRole('dialog').getByLabel('Search').fill('Launch');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Launch plan/ })
    .click();
  await canvasOf(page).getByText('Launch plan').waitFor();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const comments = page.getByRole('region', { name: 'Comments' });
  await comments.getByLabel('New comment').fill('Is this the newest one?');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments.locator('.comment-body').getByText('Is this the newest one?').waitFor();
  await picture(page, 'console-whiteboard-comments');
  await expectFit(page);
  const [comment] = (await client.whiteboard_comments.list({ id: board.id })).data;
  expect(comment).toMatchObject({ body: 'Is this the newest one?', element_id: expect.stringMatching(/^elm_/) });
  await comments.getByRole('button', { name: /^Card: Launch plan/ }).click();
  await page.getByText('Card: Launch plan, ').last().waitFor();
  await comments.getByRole('button', { name: /^Resolve “/ }).click();
  await comments.getByText('No open thread.').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('a person makes a whiteboard in a folder, imports a drawing, names and restores a version, shares it, and takes it out of the trash', async () => {
  const { space_id, client } = await newSpace();
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id));
  const dialog = page.getByRole('dialog');
  await open(`/spaces/${space_id}/whiteboards`);
  await page.getByText('No whiteboard yet.').waitFor();
  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('Name').fill('Plans');
  await dialog.getByRole('button', { name: 'Create the folder' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Plans' }).click();
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New whiteboard' }).first().click();
  await dialog.getByLabel('Name').fill('Sign-up flow');
  await dialog.getByRole('button', { name: 'Create the whiteboard' }).click();
  await page.getByRole('heading', { name: 'Sign-up flow', level: 1 }).waitFor();
  const [whiteboard] = (await client.whiteboards.list()).data;
  expect(whiteboard).toMatchObject({ title: 'Sign-up flow', folder_path: 'Plans' });
  const { id } = whiteboard!;
  await isSaved(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Import a drawing' }).click();
  const canvas = { nodes: [{ id: 'a', type: 'text', x: 0, y: 0, width: 200, height: 80, text: 'Idea' }], edges: [] };
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'a.canvas', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(canvas)) });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await canvasOf(page).getByText('Idea').waitFor();
  const { version } = await client.whiteboards.get({ id });
  await client.whiteboard_versions.create({ id, label: 'Imported' });
  const [element] = await elementsOf({ client, id });
  await client.whiteboard_elements.update_bulk({ id, elements: [{ element_id: element!.id, text: 'Plan' }] });
  await canvasOf(page).getByText('Plan').waitFor();

  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Imported' }).click();
  await page.getByRole('img', { name: `The whiteboard in version ${version}` }).waitFor();
  await picture(page, 'console-whiteboard-version');
  await page.getByRole('tab', { name: 'Changes since' }).click();
  await page
    .getByRole('list', { name: `Changes since version ${version}` })
    .getByText('Plan')
    .waitFor();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText(`is what it was in version ${version}`).first().waitFor();
  await canvasOf(page).getByText('Idea').waitFor();

  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByText('The link is ready.').waitFor();
  const [link] = (await client.whiteboard_share_links.list({ id })).data;
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await waitForClipboard(page, link!.url);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');

  await act(page, 'Delete');
  await page.getByText('This whiteboard is in the trash.').waitFor();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Acts on the whiteboard' }).waitFor();
  expect((await client.whiteboards.get({ id })).trashed_at).toBeNull();
  await open(`/spaces/${space_id}/whiteboards`);
  await page.getByRole('link', { name: 'Plans' }).waitFor();
  await picture(page, 'console-whiteboards');
  await expectFit(page);
  expect(complaints).toEqual([]);
  await close();
});

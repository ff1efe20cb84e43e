import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole, waitForClipboard } from './console-page.ts';
import type { Look } from './console-window.ts';
import { RED_POINT } from './full-space.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Makes a whiteboard in a Space of its own. */
async function newWhiteboard() {
  const { space_id, client } = await newSpace();
  const { id } = await client.whiteboards.create({ title: 'Sign-up flow' });
  return { space_id, client, id };
}

type Board = Awaited<ReturnType<typeof newWhiteboard>>;

/** Opens the console in a new window, at a whiteboard. */
async function openBoard({ space_id, id }: Pick<Board, 'space_id' | 'id'>, look?: Look, role?: 'viewer') {
  const opened = await openConsole(browser, await newMember(space_id, role), look);
  await opened.open(`/spaces/${space_id}/whiteboards/${id}`);
  await canvasOf(opened.page).waitFor();
  return opened;
}

const canvasOf = (page: Page) => page.getByRole('application', { name: 'Whiteboard' });

/** Waits until the changes of a window are stored. */
const isSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

/** Returns the elements of a whiteboard as the service has them, from bottom to top. */
const elementsOf = async ({ client, id }: Pick<Board, 'client' | 'id'>) => (await client.whiteboard_elements.list({ id })).data;

/** Chooses a tool and pulls it from one place of the canvas to another. */
async function draw(page: Page, tool: string, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.getByRole('button', { name: tool, exact: true }).click();
  const { x, y } = (await canvasOf(page).boundingBox())!;
  await page.mouse.move(x + from[0], y + from[1]);
  await page.mouse.down();
  await page.mouse.move(x + (from[0] + to[0]) / 2, y + (from[1] + to[1]) / 2);
  await page.mouse.move(x + to[0], y + to[1]);
  await page.mouse.up();
}

/** Runs an act of the menu of an open whiteboard. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Acts on the whiteboard' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('two people draw on one whiteboard, see each other, and undo their own changes only', async () => {
  const board = await newWhiteboard();
  const [ada, grace] = await Promise.all([openBoard(board), openBoard(board, { width: 390, dark: true })]);
  await isSaved(ada.page);
  await draw(ada.page, 'Rectangle', [100, 80], [300, 180]);
  await ada.page.getByRole('textbox', { name: 'Text of the rectangle' }).fill('Form');
  await ada.page.keyboard.press('Escape');
  await draw(ada.page, 'Ellipse', [420, 80], [620, 180]);
  await ada.page.keyboard.type('Visitor');
  await ada.page.keyboard.press('Escape');
  await draw(ada.page, 'Connector', [300, 130], [430, 130]);
  await isSaved(ada.page);
  await eventually(async () =>
    expect((await elementsOf(board)).map(({ type, text }) => [type, text])).toEqual([
      ['rectangle', 'Form'],
      ['ellipse', 'Visitor'],
      ['connector', ''],
    ]),
  );
  await canvasOf(grace.page).getByText('Visitor').waitFor();
  await ada.page.getByRole('list', { name: 'Also here' }).waitFor();
  await board.client.whiteboard_elements.create({
    id: board.id,
    elements: [{ type: 'sticky', text: 'An agent was here.', x: 100, y: 300 }],
  });
  await Promise.all([ada, grace].map(({ page }) => canvasOf(page).getByText('An agent was').waitFor()));
  await grace.page.getByRole('button', { name: 'Show all elements' }).click();
  await ada.page.getByRole('button', { name: 'Show all elements' }).click();
  await picture(ada.page, 'console-whiteboard');
  await picture(grace.page, 'console-whiteboard-phone');

  await draw(grace.page, 'Diamond', [120, 60], [200, 110]);
  await grace.page.keyboard.press('Escape');
  await isSaved(grace.page);
  await eventually(async () => expect((await elementsOf(board)).length).toBe(5));
  await ada.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(async () =>
    expect((await elementsOf(board)).map(({ type }) => type).sort()).toEqual(['diamond', 'ellipse', 'rectangle', 'sticky']),
  );
  await expectFit(ada.page);
  await expectFit(grace.page);
  expect([...ada.complaints, ...grace.complaints]).toEqual([]);
  await Promise.all([ada.close(), grace.close()]);
});

test('a whiteboard is drawn, walked through, moved and changed by keyboard alone', async () => {
  const board = await newWhiteboard();
  await board.client.whiteboard_elements.create({
    id: board.id,
    elements: [
      { type: 'sticky', text: 'First', x: 0, y: 0 },
      { type: 'rectangle', text: 'Second', x: 300, y: 0 },
    ],
  });
  const { page, complaints, close } = await openBoard(board);
  await canvasOf(page).getByText('Second').waitFor();
  await canvasOf(page).focus();
  await page.keyboard.press('Tab');
  await page.getByText('Sticky note: First, 1 of 2').waitFor();
  await page.keyboard.press('Tab');
  await page.getByText('Rectangle: Second, 2 of 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await eventually(async () => expect((await elementsOf(board))[1]).toMatchObject({ x: 310, y: 1 }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Third');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+d');
  await eventually(async () => expect((await elementsOf(board)).map(({ text }) => text)).toEqual(['First', 'Third', 'Third']));
  await page.keyboard.press('Control+a');
  await page.getByText('3 elements are selected.').waitFor();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Delete');
  await eventually(async () => expect(await elementsOf(board)).toEqual([]));
  await page.keyboard.press('Control+v');
  await eventually(async () => expect((await elementsOf(board)).length).toBe(3));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await eventually(async () => expect((await elementsOf(board)).map(({ text }) => text)).toEqual(['First', 'Third', 'Third']));
  await page.keyboard.press('Alt+F10');
  expect(await page.evaluate('document.activeElement.closest("[role=toolbar]") !== null')).toBe(true);
  await canvasOf(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.role')).not.toBe('application');
  expect(complaints).toEqual([]);
  await close();
});

test('elements are selected by a marquee, changed in their look, grouped, arranged and drawn as a diagram', async () => {
  const board = await newWhiteboard();
  const { page, complaints, close } = await openBoard(board);
  await isSaved(page);
  await draw(page, 'Rectangle', [60, 60], [160, 120]);
  await page.keyboard.press('Escape');
  await draw(page, 'Rectangle', [90, 90], [190, 150]);
  await page.keyboard.press('Escape');
  await draw(page, 'Select', [20, 20], [260, 260]);
  await page.getByText('2 elements are selected.').waitFor();
  await page.getByRole('button', { name: 'Colour of the area' }).click();
  await page.getByRole('menuitem', { name: 'Green' }).click();
  await eventually(async () => expect((await elementsOf(board)).map(({ style }) => style.fill_color)).toEqual(['#b2f2bb', '#b2f2bb']));
  await page.getByRole('button', { name: 'More acts on the selected' }).click();
  await page.getByRole('menuitem', { name: 'Group', exact: true }).click();
  await eventually(async () => expect(new Set((await elementsOf(board)).map(({ group_id }) => group_id)).size).toBe(1));
  await page.getByRole('button', { name: 'More acts on the selected' }).click();
  await page.getByRole('menuitem', { name: 'Arrange in rows' }).click();
  await page.getByText('The elements are arranged.').first().waitFor();
  await eventually(async () => {
    const [a, b] = await elementsOf(board);
    expect(b!.x >= a!.x + a!.width || b!.y >= a!.y + a!.height).toBe(true);
  });
  await page.getByRole('button', { name: 'Diagram from text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nodes and edges').fill('Visitor -> Form: clicks\nForm -> Valid?');
  await picture(page, 'console-whiteboard-diagram');
  await dialog.getByRole('button', { name: 'Draw the diagram' }).click();
  await canvasOf(page).getByText('Valid?').waitFor();
  expect((await elementsOf(board)).filter(({ type }) => type === 'connector')).toHaveLength(2);
  expect(complaints).toEqual([]);
  await close();
});

test('changes without a connection stay, are named as not saved, and are sent later', async () => {
  const board = await newWhiteboard();
  const { page, close } = await openBoard(board);
  await isSaved(page);
  await page.context().setOffline(true);
  await draw(page, 'Sticky note', [200, 150], [200, 150]);
  await page.keyboard.type('Offline');
  await page.keyboard.press('Escape');
  await page.getByText('Your changes stay in this tab').waitFor();
  await picture(page, 'console-whiteboard-offline');
  await page.getByRole('button', { name: 'Acts on the whiteboard' }).click();
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click();
  await page.getByText('Your last changes are not saved yet.').first().waitFor();
  await page.context().setOffline(false);
  await eventually(async () => expect((await elementsOf(board)).map(({ text }) => text)).toEqual(['Offline']), { timeout: 60_000 });
  await isSaved(page);
  await close();
});

test('a viewer and a locked whiteboard show the elements without tools that change them', async () => {
  const board = await newWhiteboard();
  await board.client.whiteboard_elements.create({ id: board.id, elements: [{ type: 'text', text: 'Read me', x: 0, y: 0 }] });
  const viewer = await openBoard(board, { width: 390, dark: false }, 'viewer');
  await canvasOf(viewer.page).getByText('Read me').waitFor();
  await viewer.page.getByText('Read only').waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Rectangle' }).count()).toBe(0);
  await viewer.page.getByRole('button', { name: 'List of elements' }).click();
  await viewer.page.getByRole('button', { name: 'Text: Read me' }).click();
  await picture(viewer.page, 'console-whiteboard-read');
  await expectFit(viewer.page);
  await viewer.close();
  const { page, complaints, close } = await openBoard(board);
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
  const { page, complaints, close } = await openBoard(board);
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
  await comments.getByRole('listitem').getByText('Is this the newest one?').waitFor();
  await picture(page, 'console-whiteboard-comments');
  await expectFit(page);
  const [comment] = (await client.whiteboard_comments.list({ id: board.id })).data;
  expect(comment).toMatchObject({ body: 'Is this the newest one?', element_id: expect.stringMatching(/^elm_/) });
  await comments.getByRole('button', { name: /^Card: Launch plan/ }).click();
  await page.getByText('Card: Launch plan, ').last().waitFor();
  await comments.getByRole('button', { name: /^Resolve/ }).click();
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

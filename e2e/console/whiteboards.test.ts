import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { expectFit } from './console-page.ts';
import { canvasOf, draw, elementsOf, isSaved, newWhiteboard, openBoard } from './whiteboard-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('two people draw on one whiteboard, see each other, and undo their own changes only', async () => {
  const board = await newWhiteboard();
  const [ada, grace] = await Promise.all([openBoard(browser, board), openBoard(browser, board, { width: 390, dark: true })]);
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
  const { page, complaints, close } = await openBoard(browser, board);
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
  const { page, complaints, close } = await openBoard(browser, board);
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
  const { page, close } = await openBoard(browser, board);
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

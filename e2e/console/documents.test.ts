import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { LiveRoom } from '../../packages/console/test/fixtures/live-room.ts';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole, waitForClipboard } from './console-page.ts';
import type { Look } from './console-window.ts';
import { serveLive } from './live-service.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Makes a document with a text in a Space of its own. */
async function newDocument(markdown = '') {
  const { space_id, client } = await newSpace();
  const { id } = await client.documents.create({ title: 'Launch plan', markdown });
  return { space_id, client, id };
}

/** Opens the console in a new window, at a document. */
async function openWindow({ space_id, id }: { readonly space_id: string; readonly id: string }, look?: Look) {
  const opened = await openConsole(browser, await newMember(space_id), look);
  return { ...opened, path: `/spaces/${space_id}/documents/${id}` };
}

/** Opens a document in a new window. Its text is that of the room, for what the service does only in bad times. */
async function openDocument(room: LiveRoom, document: { readonly space_id: string; readonly id: string }, look?: Look) {
  const opened = await openWindow(document, look);
  return { ...opened, service: await serveLive(opened.page, room) };
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the document' });

/** Returns the document as XML, without the ids of its blocks. */
const xmlOf = (room: LiveRoom): string => room.doc.getXmlFragment('content').toJSON();

/** Runs an act of the menu of an open document. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Acts on the document' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Puts a text on the clipboard under its types, and pastes it. */
async function paste(page: Page, content: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem(${JSON.stringify(content)})])`);
  await page.keyboard.press('Control+v');
}

test('two people write into one document, see each other, and undo their own changes only', async () => {
  const document = await newDocument();
  const [ada, grace] = await Promise.all([openWindow(document), openWindow(document, { width: 390, dark: true })]);
  await Promise.all([ada.open(ada.path), grace.open(grace.path)]);
  await textOf(ada.page).click();
  await ada.page.keyboard.type('## Plan\n- [ ] Milk\nEggs');
  await textOf(grace.page).getByText('Eggs').waitFor();
  await grace.page.getByRole('checkbox', { name: 'Milk' }).click();
  await ada.page.getByRole('checkbox', { name: 'Milk', checked: true }).waitFor();
  await textOf(grace.page).getByText('Plan').click();
  await grace.page.keyboard.press('End');
  await grace.page.keyboard.type(' for May');
  await textOf(ada.page).getByText('Plan for May').waitFor();
  await ada.page.locator('.other-name').waitFor();
  await ada.page.getByRole('list', { name: 'Also here' }).waitFor();
  await ada.page.getByText('Saved', { exact: true }).waitFor();
  const { edit, get } = document.client.documents;
  expect((await get({ id: document.id })).content).toBe('## Plan for May\n\n- [x] Milk\n- [ ] Eggs\n');
  await edit({ id: document.id, edits: [{ op: 'append', markdown: 'An agent was here.' }] });
  await Promise.all([ada, grace].map(({ page }) => textOf(page).getByText('An agent was here.').waitFor()));
  await picture(ada.page, 'console-document');
  await picture(grace.page, 'console-document-phone');
  // Tasks that are there when a document opens are ticked by a press, too.
  await grace.open(grace.path);
  await grace.page.getByRole('checkbox', { name: 'Milk', checked: true }).click();
  await ada.page.getByRole('checkbox', { name: 'Milk', checked: false }).waitFor();

  await ada.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await textOf(grace.page).getByText('Eggs').waitFor({ state: 'detached' });
  expect(await textOf(ada.page).textContent()).toContain('for May');
  await expectFit(ada.page);
  await expectFit(grace.page);
  expect([...ada.complaints, ...grace.complaints]).toEqual([]);
  await Promise.all([ada.close(), grace.close()]);
});

test('blocks are inserted by keyboard, moved and left, and pasted HTML and Markdown become blocks without a violation', async () => {
  const document = await newDocument();
  const { page, complaints, open, close, path } = await openWindow(document);
  const stored = async () => (await document.client.documents.get({ id: document.id, format: 'html' })).content;
  await open(path);
  await textOf(page).click();
  await page.keyboard.type('/tab');
  await page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name: 'Table' }).waitFor();
  await picture(page, 'console-document-menu');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Name');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Age');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('After');
  await page.keyboard.press('Alt+ArrowUp');
  await eventually(async () => expect(await stored()).toMatch(/^<p>After<\/p>\s*<table>.*Name.*Age/s));
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');

  await paste(page, {
    'text/html': '<h2>Pasted</h2><p>one <b>two</b><script>alert(1)</script></p>',
    'text/plain': 'Pasted',
  });
  await textOf(page).getByRole('heading', { name: 'Pasted' }).waitFor();
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '> [!WARNING]\n> Careful\n\n1. first\n2. **second**' });
  await textOf(page).getByRole('note', { name: 'warning' }).waitFor();
  await eventually(async () => expect(await stored()).toMatch(/<h2>Pasted<\/h2>\s*<p>one <strong>two<\/strong><\/p>.*Careful.*<ol/s));
  expect(await stored()).not.toMatch(/alert\(/);

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await eventually(async () => expect(await stored()).not.toContain('Careful'));
  await page.keyboard.press('Control+v');
  await eventually(async () => expect(await stored()).toMatch(/<table>.*Careful/s));
  await page.keyboard.press('Alt+F10');
  expect(await page.evaluate('document.activeElement.closest("[role=toolbar]") !== null')).toBe(true);
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Bold');
  await textOf(page).focus();
  await page.keyboard.press('Escape');
  expect(await page.evaluate('document.activeElement.id')).toBe('editor-keys');
  await expectFit(page);
  expect(complaints).toEqual([]);
  await close();
});

test('changes without a connection stay, are named as not saved, and are sent later, also when the document was locked meanwhile', async () => {
  const document = await newDocument();
  const room = new LiveRoom();
  const { page, open, close, path, service } = await openDocument(room, document);
  await open(path);
  await textOf(page).click();
  await page.keyboard.type('Before');
  await page.getByText('Saved', { exact: true }).waitFor();
  service.ticket.status = 503;
  await service.disconnect();
  await page.keyboard.type(' and after');
  await page.getByText('Your changes stay in this tab').waitFor();
  await picture(page, 'console-document-offline');
  await act(page, 'Lock');
  await page.getByText('Your last changes are not saved yet.').first().waitFor();
  await document.client.documents.update({ id: document.id, is_locked: true });
  await page.getByText('This document is locked').waitFor();
  expect(await textOf(page).getAttribute('aria-readonly')).toBe('true');
  await page.getByRole('button', { name: 'Copy the text' }).click();
  await waitForClipboard(page, 'Before and after');
  expect(xmlOf(room)).toBe('<paragraph>Before</paragraph>');
  service.ticket.status = 201;
  await page.getByRole('button', { name: 'Copy the text' }).waitFor({ state: 'detached' });
  expect(xmlOf(room)).toBe('<paragraph>Before and after</paragraph>');
  await close();
});

test('a document of a newer schema is not opened, and content that the editor does not know stays in it', async () => {
  const document = await newDocument();
  const room = new LiveRoom();
  const newer = await openDocument(room, document);
  newer.service.ticket.schema_version = 2;
  await newer.open(newer.path);
  await newer.page.getByText('content that this version of the console does not know').waitFor();
  await newer.page.getByRole('button', { name: 'Reload the page' }).waitFor();
  expect(room.size).toBe(0);
  newer.service.ticket.schema_version = 1;
  await newer.page.getByRole('button', { name: 'Reload the page' }).click();
  await textOf(newer.page).click();
  await newer.page.keyboard.type('Mine');
  await newer.page.getByText('Saved', { exact: true }).waitFor();
  room.addElement('hologram');
  await newer.page.getByText('content that this version of the console does not know').waitFor();
  await newer.page.getByText('Not live').waitFor();
  expect(xmlOf(room)).toBe('<hologram></hologram><paragraph>Mine</paragraph>');
  expect(newer.complaints).toEqual([]);
  await newer.close();
});

test('a document that cannot be edited live can be read, with a sentence that says why, and a locked one too', async () => {
  const document = await newDocument('# Stored\n\n[Deals](https://example.com)');
  const { page, open, close, path, service } = await openDocument(new LiveRoom(), document, { width: 390, dark: false });
  service.ticket.status = 400;
  await open(path);
  await page.getByText('Live editing is not available').waitFor();
  await textOf(page).getByRole('heading', { name: 'Stored', level: 2 }).waitFor();
  expect(await page.getByRole('toolbar').count()).toBe(0);
  await picture(page, 'console-document-read');
  await expectFit(page);
  await document.client.documents.edit({ id: document.id, edits: [{ op: 'append', markdown: 'Added later.' }] });
  await textOf(page).getByText('Added later.').waitFor();
  service.ticket.status = 201;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('toolbar', { name: 'Text' }).waitFor();
  await act(page, 'Lock');
  await page.getByText('This document is locked').waitFor();
  await act(page, 'Unlock');
  await page.getByRole('toolbar', { name: 'Text' }).waitFor();
  await close();
});

test('a person makes a document in a folder, finds it by its text, compares and restores a version, and takes it out of the trash', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await serveLive(page, new LiveRoom());
  const dialog = page.getByRole('dialog');
  await open(`/spaces/${space_id}/documents`);
  await page.getByText('No document yet.').waitFor();
  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('Name').fill('Plans');
  await dialog.getByRole('button', { name: 'Create the folder' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Plans' }).click();
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New document' }).first().click();
  await dialog.getByLabel('Name').fill('Launch plan');
  await dialog.getByRole('button', { name: 'Create the document' }).click();
  await page.getByRole('heading', { name: 'Launch plan', level: 1 }).waitFor();
  const [document] = (await client.documents.list()).data;
  expect(document).toMatchObject({ title: 'Launch plan', folder_path: 'Plans' });
  const { id } = document!;
  await client.documents.edit({ id, edits: [{ op: 'append', markdown: 'We launch in May.' }] });
  await client.documents.edit({ id, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });

  await open(`/spaces/${space_id}/documents/search?q=june`);
  await page.getByRole('link', { name: 'Launch plan' }).waitFor();
  await page.getByRole('link', { name: 'Launch plan' }).click();
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Version 2' }).click();
  const changes = page.getByRole('list', { name: 'Changes since version 2' });
  await changes.getByText('We launch in June.').waitFor();
  await picture(page, 'console-document-version');
  await expectFit(page);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text of version 2' }).getByText('We launch in May.').waitFor();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText('is what it was in version 2').first().waitFor();
  await eventually(async () => expect((await client.documents.get({ id })).content).toContain('May'));

  await act(page, 'Delete');
  await page.getByText('This document is in the trash.').waitFor();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Acts on the document' }).waitFor();
  expect((await client.documents.get({ id })).trashed_at).toBeNull();
  await open(`/spaces/${space_id}/documents`);
  await page.getByRole('link', { name: 'Plans' }).waitFor();
  await picture(page, 'console-documents');
  await expectFit(page);
  expect(complaints).toEqual([]);
  await close();
});

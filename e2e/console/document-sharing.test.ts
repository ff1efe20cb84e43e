import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole, waitForClipboard } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Makes a document with a text in a Space of its own. */
async function newDocument() {
  const { space_id, client } = await newSpace();
  const { id } = await client.documents.create({ title: 'Launch plan', markdown: '# Launch\n\nWe launch in May.\n\nThe price is open.' });
  return { space_id, client, id, path: `/spaces/${space_id}/documents/${id}` };
}

const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text of the document' });
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
/** A button of a comment, whose name goes on with the comment. */
const act = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name: `${name} “` });
const toast = (page: Page, text: string): Promise<void> => page.locator('.toast').filter({ hasText: text }).first().waitFor();

test('a member comments on a selected text, answers, resolves and deletes, and a thread says that its text was deleted', async () => {
  const { space_id, client, id, path } = await newDocument();
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id, 'member'));
  await open(path);
  const comments = page.getByRole('region', { name: 'Comments' });
  await button(page, 'Comments').click();
  await button(comments, 'New comment').waitFor();
  await textOf(page).getByText('We launch in May.').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await button(comments, 'Comment on the selection').waitFor();
  await page.keyboard.press('Control+Alt+m');
  await comments.getByLabel('New comment').waitFor();
  await page.keyboard.type('Is this right?');
  await picture(page, 'document-comment-new');
  // What was typed is there again after the comments were closed.
  await button(comments, 'Close the comments').click();
  await eventually(async () => expect(await page.evaluate('document.activeElement.id')).toBe('comments-button'));
  await button(page, 'Comments').click();
  await eventually(async () => expect(await comments.getByLabel('New comment').inputValue()).toBe('Is this right?'));
  await comments.getByLabel('New comment').focus();
  await page.keyboard.press('Control+Enter');
  const thread = comments.getByRole('list', { name: 'Threads' }).getByRole('listitem').first();
  await thread.getByText('Is this right?', { exact: true }).waitFor();
  await eventually(async () => expect(await page.evaluate('document.activeElement.className')).toContain('thread'));
  const [comment] = (await client.document_comments.list({ id })).data;
  expect(comment).toMatchObject({ body: 'Is this right?', quote: 'We', anchor: 'text', author: { kind: 'person', name: 'A member' } });

  await act(thread, 'Reply').click();
  await thread.getByLabel('Reply').fill('Yes, [@Ada](space:contact/con_01jd0000000000000000000000).');
  await thread.getByLabel('Reply').press('Control+Enter');
  await thread.getByRole('list', { name: 'Replies' }).getByRole('link', { name: '@Ada' }).waitFor();
  await textOf(page).getByText('The price').click();
  await button(page, 'Comment').click();
  await comments.getByText('About the block “The price is open.”').waitFor();
  await comments.getByLabel('New comment').fill('Nine euros?');
  await button(comments, 'Comment').click();
  await button(comments, 'A block').waitFor();
  await button(page, 'Comments 2 open').waitFor();
  await picture(page, 'document-comments');
  await expectFit(page);

  await act(thread, 'Resolve').click();
  await toast(page, 'The thread is resolved.');
  await thread.getByText('Nine euros?', { exact: true }).waitFor();
  expect((await client.document_comments.get({ id, comment_id: comment!.id })).resolved_at).not.toBeNull();
  await button(comments, 'Resolved').click();
  await comments.getByText('Resolved by A member').waitFor();
  await client.documents.edit({ id, edits: [{ op: 'replace_text', find: 'We launch', replace: 'Launch' }] });
  await comments.getByText('This text was deleted. Its block is still there.').waitFor();
  await button(comments, 'We').click();
  await eventually(async () => expect(await page.evaluate('String(getSelection())')).toBe('Launch in May.'));
  await act(thread, 'Open again').click();
  await comments.getByText('No resolved thread.').waitFor();
  await button(comments, 'Resolved').click();
  await thread.getByText('Is this right?', { exact: true }).waitFor();
  await act(thread, 'Delete').first().click();
  await button(page, 'Delete the thread').click();
  await eventually(async () => expect((await client.document_comments.list({ id })).data.map(({ body }) => body)).toEqual(['Nine euros?']));
  expect(complaints).toEqual([]);
  await close();
});

test('an owner shares a document with a password, publishes it, sees what changed since, and takes it down', async () => {
  const { space_id, client, id, path } = await newDocument();
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id, 'owner', true));
  await open(path);
  await button(page, 'Share').click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'Create a link').click();
  await dialog.getByLabel('Name', { exact: true }).fill('For partners');
  await dialog.getByLabel('Password').fill('correct horse');
  await picture(page, 'document-share-new');
  await button(dialog, 'Create the link').click();
  await dialog.getByText('The link is ready.').waitFor();
  await button(dialog, 'Copy the link').click();
  const url = (await dialog.locator('.mono').textContent())!;
  await waitForClipboard(page, url);
  await button(dialog, 'Done').click();
  await dialog.getByRole('row', { name: /For partners .*password/ }).waitFor();
  await picture(page, 'document-share');
  expect((await client.document_share_links.list({ id })).data).toMatchObject([{ name: 'For partners', url, has_password: true }]);
  expect(await (await fetch(url)).text()).not.toContain('We launch');
  await button(dialog, 'Revoke For partners').click();
  await button(page, 'Revoke the link').click();
  await dialog.getByText('No link yet.').waitFor();
  expect((await fetch(url)).status).toBe(404);
  await page.keyboard.press('Escape');

  await button(page, 'Publish').click();
  await dialog.getByLabel('Last part of its address').fill('our-launch');
  await picture(page, 'document-publish');
  await button(dialog, 'Publish').click();
  await toast(page, 'is published.');
  const { published } = await client.documents.get({ id });
  expect(published).toMatchObject({ slug: expect.stringContaining('our-launch'), version: 1 });
  expect(await (await fetch(published!.url)).text()).toContain('We launch in May.');
  await client.documents.edit({ id, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });
  await page.getByText('unpublished changes').waitFor();
  await button(page, 'Publication').click();
  await dialog.getByRole('link', { name: 'See the changes since' }).waitFor();
  await picture(page, 'document-publication');
  await expectFit(page);
  await button(dialog, 'Publish the changes').click();
  await button(dialog, 'Publish').click();
  await eventually(async () => expect(await (await fetch(published!.url)).text()).toContain('We launch in June.'));
  await button(page, 'Publication').click();
  await button(dialog, 'Unpublish').click();
  await button(dialog, 'Unpublish').click();
  await button(page, 'Publish').waitFor();
  expect((await client.documents.get({ id })).published).toBeNull();
  expect(complaints).toEqual([]);
  await close();
});

test('a viewer with a phone reads comments, links and the address, and is offered no change', async () => {
  const { space_id, client, id, path } = await newDocument();
  await client.document_comments.create({ id, body: 'Is May right?', quote: 'in May' });
  await client.documents.publish({ id });
  const viewer = await newMember(space_id, 'viewer');
  const { page, complaints, open, close } = await openConsole(browser, viewer, { width: 390, dark: true });
  await open(path);
  await textOf(page).getByText('We launch').waitFor();
  await picture(page, 'document-phone');
  await button(page, 'Comments 1 open').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Is May right?').waitFor();
  expect(await dialog.getByRole('button', { name: /^(?:Reply|Resolve|Edit|Delete) “|^New comment$/ }).count()).toBe(0);
  await picture(page, 'document-comments-phone');
  await button(dialog, 'in May').click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => expect(await page.evaluate('String(getSelection())')).toBe('in May'));
  await button(page, 'Share').click();
  await dialog.getByText('No link yet.').waitFor();
  expect(await button(dialog, 'Create a link').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await button(page, 'Publication').click();
  await dialog.getByText('needs the right to run documents').waitFor();
  expect(await dialog.getByRole('button', { name: /ublish/ }).count()).toBe(0);
  await picture(page, 'document-publication-phone');
  await expectFit(page);
  expect(complaints).toEqual([]);
  await close();
});

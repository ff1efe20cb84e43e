import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { PASSWORD } from '../new-person.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { openConsole, publicOrigins } from './console-page.ts';
import type { ConsolePage } from './console-window.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
let space: TestSpace;
let owner: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  space = await newSpace();
  owner = await newMember(space.space_id, 'owner', true);
});
afterAll(() => browser?.close());

async function openSpace(path: string): Promise<ConsolePage> {
  const opened = await openConsole(browser, owner, undefined, publicOrigins);
  await opened.open(`/spaces/${space.space_id}${path}`);
  return opened;
}

const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Preview of"]');
const editor = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const toast = (page: Page, text: string): Promise<void> => page.locator('.toast').filter({ hasText: text }).first().waitFor();

/** Replaces the text of an editor with the keyboard alone. */
async function retype(page: Page, name: string, text: string): Promise<void> {
  await editor(page, name).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function publish(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await toast(page, 'is published.');
}

test('an author creates a site and a page, sees each saved draft in the preview, publishes, and restores a version', async () => {
  const { page, complaints, close } = await openSpace('/sites?new=1');
  await page.getByLabel('Title').fill('Engines');
  await page.getByRole('button', { name: 'Create a site' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Engines' }).waitFor();
  await page.getByRole('link', { name: 'Create a page' }).click();
  await page.getByLabel('Title').fill('Home');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await preview(page).getByRole('heading', { name: 'Hello' }).waitFor();

  await retype(page, 'Document', '<!doctype html>\n<html lang="en">\n<body><h1>It weaves</h1></body>\n</html>\n');
  await page.getByText('Not saved yet').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await preview(page).getByRole('heading', { name: 'It weaves' }).waitFor();
  await picture(page, 'publishing-page-1280-light');
  // The navigation of the site is there as visitors see it.
  await preview(page).getByText('Engines').first().waitFor({ state: 'attached' });

  await publish(page, 'Publish');
  const url = (await page.getByRole('link', { name: 'Open the public page' }).getAttribute('href'))!;
  expect(await (await fetch(url)).text()).toContain('<h1>It weaves</h1>');

  await retype(page, 'Document', '<h1>It counts</h1>');
  await publish(page, 'Publish the changes');
  await preview(page).getByRole('heading', { name: 'It counts' }).waitFor();
  await eventually(async () => expect(await (await fetch(url)).text()).toContain('<h1>It counts</h1>'));

  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('row').filter({ hasText: 'Was published' }).getByRole('link').click();
  await page.getByText('Removed: <body><h1>It weaves</h1></body>').waitFor();
  await page.getByText('Added: <h1>It counts</h1>').waitFor();
  await picture(page, 'publishing-version-1280-light');
  await page.getByRole('button', { name: 'Restore into the draft' }).click();
  await preview(page).getByRole('heading', { name: 'It weaves' }).waitFor();
  await page.getByText('unpublished changes').waitFor();
  expect(await (await fetch(url)).text()).toContain('<h1>It counts</h1>');
  expect(complaints).toEqual([]);
  await close();
});

test('Tab indents in the editor, Escape leaves it, and leaving with unsaved text asks first', async () => {
  const { id } = await space.client.pages.create({ title: 'Keys', layout_html: '<p>Text</p>', standalone: true });
  const { page, complaints, close } = await openSpace('/pages');
  await page.getByRole('main').getByRole('link', { name: 'Keys', exact: true }).click();
  await editor(page, 'Document').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Tab');
  expect(await editor(page, 'Document').textContent()).toMatch(/^\s+<p>Text<\/p>/);
  // Letters that are shortcuts of the console are text here.
  await page.keyboard.type('gc?/');
  expect(await editor(page, 'Document').textContent()).toContain('gc?/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate("document.activeElement.closest('.code-editor')")).toBeNull();

  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Contacts' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await editor(page, 'Document').textContent()).toContain('gc?/');
  await page.evaluate('history.back()');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Contacts' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  expect((await space.client.pages.get({ id })).layout_html).toBe('<p>Text</p>');
  expect(complaints).toEqual([]);
  await close();
});

test('a session that ended is renewed on the page, and the text that was typed is saved', async () => {
  const { id } = await space.client.pages.create({ title: 'Long text', layout_html: '<p>Old</p>', standalone: true });
  const { page, complaints, close } = await openSpace(`/pages/${id}`);
  await retype(page, 'Document', '<p>Typed for an hour</p>');
  await page.getByText('Not saved yet').waitFor();
  await page.context().clearCookies();
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await toast(page, 'is saved.');
  expect((await space.client.pages.get({ id })).layout_html).toBe('<p>Typed for an hour</p>');
  expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  await close();
});

test('a change of someone else is not overwritten by a draft that began before it', async () => {
  const { id } = await space.client.pages.create({ title: 'Ours', layout_html: '<p>Old</p>', standalone: true });
  const { page, close } = await openSpace(`/pages/${id}`);
  await retype(page, 'Document', '<p>Mine</p>');
  await space.client.pages.update({ id, layout_html: '<p>Theirs</p>' });
  const refused = page.waitForResponse((response) => response.status() === 412);
  await page.keyboard.press('ControlOrMeta+s');
  await refused;
  expect(await editor(page, 'Document').textContent()).toContain('Mine');
  expect((await space.client.pages.get({ id })).layout_html).toBe('<p>Theirs</p>');
  await close();
});

test('a script of a page that is shown in the preview reaches nothing of the console', async () => {
  const attacks = {
    document: 'parent.document.body.innerHTML',
    address: 'top.location.href',
    storage: 'localStorage.length',
    cookie: 'document.cookie',
    navigation: "(top.location = 'https://evil.example/', 'sent')",
    opened: "(open('https://evil.example/') === null ? undefined.blocked : 'opened')",
  };
  const script = Object.entries(attacks)
    .map(([name, attack]) => `try { add('${name}: ' + (${attack})); } catch (error) { add('${name}: ' + error.name); }`)
    .join('\n');
  const layout_html = `<body><ul></ul><script>function add(text) { document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: text })); }
${script}</script><a href="https://evil.example/" target="_top">Leave</a>`;
  const { id } = await space.client.pages.create({ title: 'Hostile', layout_html, standalone: true });
  const { page, complaints, close } = await openSpace(`/pages/${id}`);
  const address = page.url();
  await preview(page).getByText('opened').waitFor();
  expect(await preview(page).locator('li').allTextContents()).toEqual([
    'document: SecurityError',
    'address: SecurityError',
    'storage: SecurityError',
    'cookie: SecurityError',
    'navigation: SecurityError',
    'opened: TypeError',
  ]);
  // The frame navigates no other window by a click, either.
  await page.getByRole('button', { name: 'Phone' }).click();
  await preview(page).getByText('Leave').click();
  await page.getByRole('heading', { level: 1, name: 'Hostile' }).waitFor();
  expect(page.url()).toBe(address);
  expect(page.context().pages()).toHaveLength(1);
  // The browser says what it held back.
  expect(complaints.filter((one) => !one.startsWith('Unsafe attempt to initiate navigation'))).toEqual([]);
  await close();
});

test('only the console may show a preview in a frame', async () => {
  const { id } = await space.client.pages.create({ title: 'Framed', layout_html: '<h1>Framed</h1>', standalone: true });
  const { url } = await space.client.pages.preview({ id });
  const policy = (await fetch(url)).headers.get('content-security-policy')!;
  expect(policy).toContain(`frame-ancestors ${new URL(profile.console_url).origin}`);
  const other = await space.client.pages.create({ title: 'Frame', layout_html: `<iframe src="${url}"></iframe>`, standalone: true });
  const { url: framing } = await space.client.pages.publish({ id: other.id });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(framing!);
  await eventually(async () => expect(page.frames().map((frame) => frame.url())).toContainEqual(expect.stringMatching(/^chrome-error:/)));
  await context.close();
});

test('a post goes from draft over preview to its blog', async () => {
  const { page, complaints, close } = await openSpace('/blog/collections?new=1');
  await page.getByLabel('Title').fill('Loom news');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a blog' }).click();
  await page.getByRole('heading', { level: 1, name: 'Loom news' }).waitFor();
  await page.getByRole('link', { name: '0 posts' }).click();
  await page.getByRole('button', { name: 'Write a post' }).first().click();
  await page.getByRole('dialog').getByLabel('Title').fill('It runs');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a post' }).click();
  await preview(page).getByRole('heading', { name: 'It runs' }).waitFor();
  await retype(page, 'Text', '<p>A <em>hundred</em> cards<script>alert(1)</script></p>');
  await page.getByText('Address, summary, picture, author and tags').click();
  await page.getByLabel('Tags').fill('Looms, Cards');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await preview(page).getByText('hundred').waitFor();
  await preview(page).getByText('Cards').first().waitFor();
  await picture(page, 'publishing-post-1280-light');
  await publish(page, 'Publish');
  const url = (await page.getByRole('link', { name: 'Open the public page' }).getAttribute('href'))!;
  const text = await (await fetch(url)).text();
  expect(text).toContain('<em>hundred</em>');
  expect(text).not.toContain('alert(1)');
  await page.getByText('This post is published. Visitors see a saved change immediately.').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

/** Creates a thing of each kind, and returns the addresses of their screens with a text that each shows. */
async function createEach(): Promise<readonly (readonly [path: string, text: string])[]> {
  const { sites, pages, blog_collections, blog_posts, forms } = space.client;
  const { id: site_id } = await sites.create({ title: 'Engine house of the Donaudampfschifffahrtsgesellschaft' });
  const { id: form } = await forms.create({ name: 'Guest book', template: 'event_rsvp' });
  const layout_html = `<!doctype html>\n<body><h1>Hours</h1><p data-table-id="tbl_1">${'long'.repeat(80)}</p>\n<div data-form-id="${form}"></div>`;
  const { id: page } = await pages.create({ title: 'Opening hours', site_id, layout_html });
  await pages.create({ title: 'Way here', site_id });
  await pages.publish({ id: page });
  await pages.update({ id: page, layout_html: layout_html.replace('Hours', 'New hours') });
  const { id: blog } = await blog_collections.create({
    title: 'Wide blog',
    base_slug: 'wide-blog',
    template_html: '<h1>{{title}}</h1>{{body}}',
  });
  const { id: post } = await blog_posts.create({ title: 'The engine weaves', collection_id: blog, tags: ['Looms'] });
  return [
    [`/sites/${site_id}`, 'Way here'],
    [`/pages/${page}`, 'This markup shows nothing'],
    [`/pages/${page}/versions`, 'Visitors see it now'],
    [`/pages/${page}/versions/1`, 'New hours'],
    [`/forms/${form}/used-by`, 'Opening hours'],
    [`/blog/collections/${blog}`, 'Layout of a post'],
    [`/blog/posts/${post}`, 'Visitors see the text without scripts'],
  ];
}

test('each screen of a thing is without faults on a phone and on a wide screen, in both schemes', async () => {
  const screens = await createEach();
  const faults: string[] = [];
  for (const [width, dark] of [
    [390, true],
    [1280, true],
  ] as const) {
    const { page, complaints, open, close } = await openConsole(browser, owner, { width, dark }, publicOrigins);
    for (const [path, text] of screens) {
      await open(`/spaces/${space.space_id}${path}`);
      await page.locator('main').getByText(text).first().waitFor();
      await page
        .locator('main .code-editor')
        .first()
        .waitFor({ state: path.includes('/versions') || /sites|used/.test(path) ? 'detached' : 'visible' });
      const found = [...(await seriousFaults(page)), ...complaints.splice(0)];
      await expectNoOverflow(page).catch(() => found.push('wider than the screen'));
      await picture(page, `publishing-${path.replace(/[a-z]{3}_\w+/, 'id').replaceAll('/', '-')}-${width}-${dark ? 'dark' : 'light'}`);
      faults.push(...found.map((fault) => `${path} ${width}: ${fault}`));
    }
    await close();
  }
  expect(faults).toEqual([]);
});

test('a viewer reads a page and its preview, and sees nothing that would change it', async () => {
  const { id } = await space.client.pages.create({ title: 'For reading', layout_html: '<h1>Read me</h1>', standalone: true });
  const viewer = await newMember(space.space_id, 'viewer');
  const { page, complaints, open, close } = await openConsole(browser, viewer, undefined, publicOrigins);
  await open(`/spaces/${space.space_id}/pages/${id}`);
  await preview(page).getByRole('heading', { name: 'Read me' }).waitFor();
  await editor(page, 'Document').focus();
  await page.keyboard.type('x');
  expect(await editor(page, 'Document').textContent()).toBe('<h1>Read me</h1>');
  expect(
    await page
      .locator('main')
      .getByRole('button', { name: /save|publish|delete/i })
      .count(),
  ).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';
import type { ConsolePage } from './console-window.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
let ada: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  const { id } = await operator.settings.create_space({ name: 'Test Space' });
  ada = await newMember(id);
  bob = await newMember(id, 'member');
});
afterAll(() => browser?.close());

/** Waits until a tab that is opened now gets live updates. */
const waitForLive = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/live') && response.status() === 200);

/** Opens a screen of a person, and waits until its tab is live. */
async function openLive(person: TestPerson, path: string): Promise<ConsolePage> {
  const opened = await openConsole(browser, person);
  await Promise.all([waitForLive(opened.page), opened.open(`/spaces/${person.space_id}${path}`)]);
  return opened;
}

/** Creates a listener of a person over the API of the console, and returns its id. */
async function newFeed(person: TestPerson, name: string): Promise<string> {
  const { status, body } = await person.request('POST', '/event-subscriptions', {
    body: { kind: 'feed', name, event_types: ['contact_created'] },
  });
  expect(status).toBe(201);
  return body.subscription.id;
}

const nameOf = async (id: string): Promise<string> => (await ada.request('GET', `/event-subscriptions/${id}`)).body.name;

test('a change of one person appears in the open tab of another without a reload, and a held form stays as it is', async () => {
  const id = await newFeed(ada, 'Before');
  const [list, screen] = [await openLive(bob, '/contacts'), await openLive(bob, `/event-subscriptions/${id}`)];
  await list.page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  await screen.page.getByRole('heading', { name: 'Before', level: 1 }).waitFor();
  expect((await ada.request('POST', '/contacts', { body: { name: 'Grace Hopper', email: 'grace@example.com' } })).status).toBe(201);
  await list.page.getByText('Grace Hopper').waitFor();
  await ada.request('PATCH', `/event-subscriptions/${id}`, { body: { name: 'Between' } });
  await screen.page.getByRole('heading', { name: 'Between', level: 1 }).waitFor();

  await screen.page.getByRole('button', { name: 'Edit' }).click();
  await screen.page.getByLabel('Name', { exact: true }).fill('Typed by Bob');
  await ada.request('PATCH', `/event-subscriptions/${id}`, { body: { name: 'After' } });
  expect((await ada.request('POST', '/contacts', { body: { name: 'Alan Turing', email: 'alan@example.com' } })).status).toBe(201);
  await list.page.getByText('Alan Turing').waitFor();
  expect(await screen.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed by Bob');
  await screen.page.getByRole('button', { name: 'Cancel' }).click();
  await screen.page.getByRole('heading', { name: 'After', level: 1 }).waitFor();
  expect([...list.complaints, ...screen.complaints]).toEqual([]);
  await Promise.all([list.close(), screen.close()]);
});

test('a log that is read does not move: its new entries are counted, and shown when asked for', async () => {
  const { page, complaints, close } = await openLive(ada, '/activity');
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await ada.request('POST', '/contacts', { body: { name: 'First', email: 'first@example.com' } });
  await page.getByRole('table').waitFor();
  await Promise.all([waitForLive(page), page.reload()]);
  await page.getByRole('table').waitFor();
  const rows = page.getByRole('table').getByRole('row');
  const before = await rows.count();
  const gathered = page.getByRole('status').getByRole('button', { name: /^\d+ new$/ });
  await ada.request('POST', '/contacts', { body: { name: 'Second', email: 'second@example.com' } });
  await gathered.waitFor();
  expect(await rows.count()).toBe(before);
  await picture(page, 'console-live-log');
  expect(await seriousFaults(page)).toEqual([]);
  await gathered.click();
  await gathered.waitFor({ state: 'detached' });
  await eventually(async () => expect(await rows.count()).toBeGreaterThan(before));
  expect(complaints).toEqual([]);
  await close();
});

test('a role that is lowered, and a membership that ends, count in an open tab', async () => {
  const member = await newMember(ada.space_id, 'member');
  const id = await newFeed(ada, 'Roles');
  const { page, close } = await openLive(member, `/event-subscriptions/${id}`);
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  await ada.request('PATCH', `/settings/members/${member.member_id}`, { body: { role: 'viewer' } });
  await page.getByRole('button', { name: 'Turn off' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
  await ada.request('DELETE', `/settings/members/${member.member_id}`);
  await page.getByRole('heading', { name: 'This Space is closed to you', level: 1 }).waitFor();
  await close();
});

test('a change is taken back by key and by its toast, and not from a text field', async () => {
  const id = await newFeed(ada, 'Switched');
  const { page, complaints, close } = await openLive(ada, `/event-subscriptions/${id}`);
  const off = page.getByRole('button', { name: 'Turn off' });
  await off.click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).press('Control+z');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Edit the listener' }).waitFor({ state: 'detached' });
  expect(await off.count()).toBe(0);
  await page.keyboard.press('Control+z');
  await off.waitFor();
  await page.getByText('Taken back.').waitFor();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor({ state: 'detached' });

  await off.click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  await picture(page, 'console-live-undo');
  await undo.click();
  await off.waitFor();
  expect((await ada.request('GET', `/event-subscriptions/${id}`)).body.enabled).toBe(true);
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').getByText('Take the last change of this tab back').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

/** Renames a listener in a dialog that was opened before Bob renamed it. */
async function renameTwice(page: Page, id: string, [mine, theirs]: readonly [string, string]): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill(mine);
  expect((await bob.request('PATCH', `/event-subscriptions/${id}`, { body: { name: theirs } })).status).toBe(200);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

test('a change on top of another one shows both versions: mine can stay, theirs can stay, and so can what was typed', async () => {
  const id = await newFeed(ada, 'Start');
  const { page, complaints, close } = await openLive(ada, `/event-subscriptions/${id}`);
  const conflict = page.getByRole('dialog', { name: 'This was changed meanwhile' });

  await renameTwice(page, id, ['Of Ada', 'Of Bob']);
  await conflict.getByText(/^A member changed this/).waitFor();
  for (const text of ['Of Ada', 'Of Bob']) await conflict.getByText(text, { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'console-live-conflict');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('heading', { name: 'Of Ada', level: 1 }).waitFor();
  expect(await nameOf(id)).toBe('Of Ada');

  await renameTwice(page, id, ['Of Ada again', 'Of Bob again']);
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await page.getByText('Their version stays.').waitFor();
  await page.getByRole('heading', { name: 'Of Bob again', level: 1 }).waitFor();
  expect(await nameOf(id)).toBe('Of Bob again');

  await renameTwice(page, id, ['Typed', 'Of Bob once more']);
  await conflict.getByRole('button', { name: 'Close' }).click();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed');
  await page
    .getByRole('dialog')
    .getByText(/was changed after you read it/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  // An undo that another change overtook shows both versions, too.
  await page.getByRole('heading', { name: 'Of Bob once more', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Done');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Done', level: 1 }).waitFor();
  await bob.request('PATCH', `/event-subscriptions/${id}`, { body: { name: 'Overtaken' } });
  await page.getByRole('heading', { name: 'Overtaken', level: 1 }).waitFor();
  await page.keyboard.press('Control+z');
  await conflict.getByText('Of Bob once more', { exact: true }).waitFor();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('heading', { name: 'Of Bob once more', level: 1 }).waitFor();
  // The browser logs each answer 412.
  expect(complaints.filter((one) => !one.includes('412'))).toEqual([]);
  await close();
});

test('a change of another field is no conflict', async () => {
  const id = await newFeed(ada, 'Two fields');
  const { page, close } = await openLive(ada, `/event-subscriptions/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Both changes');
  await bob.request('PATCH', `/event-subscriptions/${id}`, { body: { enabled: false } });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Both changes', level: 1 }).waitFor();
  expect((await ada.request('GET', `/event-subscriptions/${id}`)).body).toMatchObject({ name: 'Both changes', enabled: false });
  await close();
});

/** Opens one more tab of a browser, and counts the streams that all its tabs open. */
async function openTab(context: BrowserContext, path: string, streams: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('request', (request) => {
    if (request.url().endsWith('/live')) streams.push(request.url());
  });
  await page.goto(profile.console_url + path);
  return page;
}

/** Returns the number of tabs that wait to read the stream of a Space when the one that reads it closes. */
const waitingTabs = (page: Page) => page.evaluate('navigator.locks.query().then(({ pending }) => pending.length)');

test('two tabs of one browser share a stream, and the second goes on when the first closes', async () => {
  const { space_id, client } = await newSpace();
  const person = await newMember(space_id);
  const first = await openLive(person, '/contacts');
  const streams: string[] = [];
  const second = await openTab(first.page.context(), `/spaces/${space_id}/contacts`, streams);
  await second.getByText('No contact yet.').waitFor();
  // The second tab follows the first one from the moment at which it waits for its place.
  await eventually(async () => expect(await waitingTabs(second)).toBe(1));
  await client.contacts.create({ name: 'Shared', email: 'shared@example.com' });
  await second.getByText('Shared', { exact: true }).waitFor();
  expect(streams).toEqual([]);
  const takesOver = second.waitForResponse((response) => response.url().endsWith('/live'));
  await first.page.close();
  await takesOver;
  expect(streams).toHaveLength(1);
  await client.contacts.create({ name: 'Taken over', email: 'over@example.com' });
  await second.getByText('Taken over').waitFor();
  await first.close();
});

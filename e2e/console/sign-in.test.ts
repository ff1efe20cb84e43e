import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import type { ApiRequest } from '../api-request.ts';
import { newPerson, PASSWORD } from '../new-person.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults, visit } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { openConsole, submitSignIn } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const { console_url } = profile;

/** Creates a Space with an owner and one more member. */
async function newTeam(): Promise<{ readonly owner: TestPerson; readonly other: TestPerson }> {
  const { space_id } = await newSpace();
  const [owner, other] = await Promise.all([newMember(space_id), newMember(space_id, 'admin')]);
  return { owner, other };
}

/** Waits until every process knows that the session of a person may no longer read a path: a change counts within five seconds. */
const waitForStatus = (request: ApiRequest, path: string, status: number): Promise<void> =>
  eventually(async () => expect((await request('GET', path)).status).toBe(status));

test('a browser without scripts joins by a link, signs out, and signs in again', async () => {
  const { space_id } = await newSpace();
  const { url } = await operator.members.invite({ space_id, role: 'owner' });
  const { email } = newPerson();
  const { page, complaints, close } = await visit(browser, url, { script: false });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Join Test Space');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Join' }).click();
  expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Email address').inputValue()).toBe(email);
  await expectNoOverflow(page);
  await picture(page, 'console-join');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`${console_url}/spaces/${space_id}`);
  await page.context().clearCookies();
  await page.goto(url);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work');

  await page.goto(`${console_url}/sign-in?next=/confirm`);
  await submitSignIn(page, email, PASSWORD);
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('a wrong password gets the same words as an address that no one has', async () => {
  const { owner } = await newTeam();
  const { page, close } = await visit(browser, `${console_url}/sign-in`, { script: false });
  const wordsFor = async (email: string): Promise<string | null> => {
    await submitSignIn(page, email, 'a wrong horse battery staple');
    expect(await page.getByLabel('Email address').inputValue()).toBe(email);
    return page.getByRole('alert').textContent();
  };
  const words = await wordsFor(owner.email);
  expect(words).toMatch(/password/);
  expect(await wordsFor(newPerson().email)).toBe(words);
  expect(await seriousFaults(page)).toEqual([]);
  await close();
});

test('a person signs out in the menu, and the next person to open the tab must sign in', async () => {
  const { owner } = await newTeam();
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${owner.space_id}/contacts`);
  await page.getByRole('button', { name: 'A owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${console_url}/sign-in`);
  expect((await owner.own('GET', '/person')).status).toBe(401);
  await page.goBack();
  await page.waitForURL(/\/sign-in\?next=%2Fspaces%2F/);
  expect(complaints).toEqual([expect.stringContaining('401')]);
  await submitSignIn(page, owner.email, PASSWORD);
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  await close();
});

test('a member who is removed sees in an open tab that the Space is closed to them', async () => {
  const { owner, other } = await newTeam();
  const { page, open, close } = await openConsole(browser, other);
  await open(`/spaces/${other.space_id}`);
  await page.getByRole('heading', { name: 'Test Space', level: 1 }).waitFor();
  expect((await owner.request('DELETE', `/settings/members/${other.member_id}`)).status).toBe(200);
  await waitForStatus(other.request, '/contacts', 404);
  const closed = page.getByRole('heading', { name: 'This Space is closed to you' });
  const contacts = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Contacts' });
  // The page may have read something by itself: the place is gone then.
  await Promise.race([closed.waitFor(), contacts.click().then(() => closed.waitFor())]);
  // The rail of the Space is gone as well.
  await page.getByRole('link', { name: 'Contacts' }).waitFor({ state: 'detached' });
  await close();
});

test('a person whose role is lowered reads which role an act needs, and loses its places', async () => {
  const { owner, other } = await newTeam();
  const { page, open, close } = await openConsole(browser, other);
  await open(`/spaces/${other.space_id}/settings/keys?new=1`);
  const place = page
    .getByRole('navigation', { name: 'Places', includeHidden: true })
    .getByRole('link', { name: 'API keys', includeHidden: true });
  await place.waitFor({ state: 'attached' });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly import');
  await dialog.getByRole('button', { name: 'Reads everything' }).click();
  expect((await owner.request('PATCH', `/settings/members/${other.member_id}`, { body: { role: 'viewer' } })).status).toBe(200);
  await waitForStatus(other.request, '/settings/keys', 403);
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'admin' }).waitFor();
  await place.waitFor({ state: 'detached' });
  await close();
});

test('a session that ends during an edit loses nothing that was typed', async () => {
  const { owner } = await newTeam();
  const { page, open, close } = await openConsole(browser, owner);
  await open('/me');
  await page.getByLabel('Name', { exact: true }).fill('Ada, Countess of Lovelace');
  const { data } = (await owner.own('GET', '/person/sessions')).body;
  await owner.own('DELETE', `/person/sessions/${data[0].id}`);
  await waitForStatus(owner.own, '/person', 401);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await dialog.getByLabel('Password').fill('a wrong horse battery staple');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada, Countess of Lovelace');
  await page.getByText('Your profile is saved.').waitFor();
  await close();
});

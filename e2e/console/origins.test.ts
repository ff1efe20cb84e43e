import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../new-person.ts';
import { openBrowser } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';

/** A page of another port of the same host, and what requests to it carried. */
interface OtherSite {
  readonly url: string;
  readonly seen: { readonly path: string; readonly cookie: string | undefined }[];
  readonly server: Server;
}

let browser: Browser;
let space: TestSpace;
let owner: TestPerson;
let site: OtherSite;

beforeAll(async () => {
  [browser, space, site] = await Promise.all([openBrowser(), newSpace(), startOtherSite()]);
  owner = await newMember(space.space_id);
});
afterAll(async () => {
  await browser.close();
  site.server.close();
});

/** Serves `/plain` and `/sandboxed`, two pages that anyone could have written, on a port of localhost. */
async function startOtherSite(): Promise<OtherSite> {
  const seen: OtherSite['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url!, cookie: request.headers.cookie });
    const policy = request.url === '/sandboxed' ? { 'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups' } : {};
    response.writeHead(200, { 'content-type': 'text/html', ...policy });
    response.end('<!doctype html><title>Elsewhere</title><p>Elsewhere</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, seen, server };
}

/** Signs the owner in, in a new browser window, and returns its page. */
async function signedIn(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${profile.console_url}/sign-in?next=/me`);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${profile.console_url}/me`);
  return page;
}

const countContacts = async (): Promise<number> => (await space.client.contacts.list({ include_total: true })).total!;

const contactsUrl = (): string => `${profile.console_url}/spaces/${space.space_id}/v1/contacts`;

test('the console itself reads and changes with its cookie, which no script can read', async () => {
  const page = await signedIn();
  const before = await countContacts();
  const status = await page.evaluate(
    async (url) =>
      (
        await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"name":"Own","email":"own@example.com"}',
        })
      ).status,
    contactsUrl(),
  );
  expect([status, await page.evaluate('document.cookie')]).toEqual([201, '']);
  expect(await countContacts()).toBe(before + 1);
  await page.context().close();
});

test.each(['/plain', '/sandboxed'])('the page %s of another port changes nothing and reads nothing', async (path) => {
  const page = await signedIn();
  const before = await countContacts();
  await page.goto(site.url + path);
  const body = '{"name":"Forged","email":"forged@example.com"}';
  const outcomes = (await page.evaluate(
    async ([url, text]) => {
      const outcome = async (init: RequestInit) => {
        try {
          const response = await fetch(url!, { credentials: 'include', ...init });
          return response.type === 'opaque' ? 'opaque' : (await response.text()).slice(0, 100);
        } catch {
          return 'refused';
        }
      };
      return [
        await outcome({}),
        await outcome({ mode: 'no-cors' }),
        await outcome({ method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: text! }),
        await outcome({ method: 'POST', headers: { 'content-type': 'application/json' }, body: text! }),
        await outcome({ method: 'DELETE' }),
      ];
    },
    [contactsUrl(), body],
  )) as string[];
  expect(outcomes).toEqual(['refused', 'opaque', 'opaque', 'refused', 'refused']);

  // A form, in the window itself: it carries the cookie from a page of the same host that has no sandbox.
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().startsWith(profile.console_url) && response.request().method() === 'POST'),
    page.evaluate(`(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = ${JSON.stringify(`${profile.console_url}/sign-out`)};
      document.body.append(form);
      form.submit();
    })()`),
  ]);
  expect(answer.status()).toBe(403);
  // The window shows the answer to the form; another address would interrupt it before that.
  await page.waitForURL(`${profile.console_url}/sign-out`);
  expect(await countContacts()).toBe(before);
  await page.goto(`${profile.console_url}/sign-in`);
  expect(page.url()).not.toContain('/sign-in');
  await page.context().close();
});

test('a window that another page opens holds no data by itself', async () => {
  const page = await signedIn();
  await page.goto(`${site.url}/plain`);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(`void window.open(${JSON.stringify(`${contactsUrl()}?limit=1`)})`),
  ]);
  await opened.waitForLoadState();
  expect(await opened.content()).toContain('forbidden');
  await page.context().close();
});

test('the session goes to other ports of the host, and the API and the public origin do not know it', async () => {
  const page = await signedIn();
  await page.goto(`${site.url}/plain`);
  expect(site.seen.at(-1)!.cookie).toContain('space_session=');
  const answers = await Promise.all(
    [`${profile.base_url}/contacts`, `${profile.base_url}/person`, `${profile.public_url}/f/frm_unknown`].map(
      async (url) => (await fetch(url, { headers: { cookie: owner.cookie } })).status,
    ),
  );
  expect(answers).toEqual([401, 404, 404]);
  await page.context().close();
});

test('a session that was set before the sign-in is not the one after it', async () => {
  const context = await browser.newContext();
  const fixed = `wks_session_${'0'.repeat(42)}`;
  await context.addCookies([{ name: 'space_session', value: fixed, url: profile.console_url }]);
  const page = await context.newPage();
  await page.goto(`${profile.console_url}/sign-in`);
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${profile.console_url}/`);
  const [cookie] = await context.cookies(profile.console_url);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  expect(cookie!.value).not.toBe(fixed);
  await context.close();
});

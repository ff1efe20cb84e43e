import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import type { PageAnswer } from '@space/contracts/core';
import { type PublicLook, spaceDirectory } from '@space/contracts/platform';
import { shareLinks, tables, views } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { eventually, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { elementsOf, textsOf } from './fixtures/html.ts';
import { sharedTable } from './fixtures/visitor.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([directory, contactsService, tablesService]);
});
afterAll(() => space.stop());

/** The Spaces with the look of the looms; the others have the default one. */
const looms = new Set<string>();
const plain: PublicLook = { name: null, logo: null, accent: null, typeface: 'sans', locale: null, week_start: null, clock: null };
const look = (space: string): PublicLook => ({ ...plain, ...(looms.has(space) && { name: 'Looms', accent: '#0f766e', locale: 'de' }) });

const directory: Service = {
  name: 'gateway',
  schema: 'gateway',
  emits: false,
  open: () => ({
    serves: [
      serving(spaceDirectory, {
        find: async () => ({ found: true }),
        timezone: async () => ({ timezone: 'UTC' }),
        look: async ({ caller }) => look(caller.space_id),
      }),
    ],
  }),
};

const engines = () => sharedTable(space.ports, [{ key: 'name', type: 'text' }], [{ name: 'Engine No. 1' }]);

test('a page allows no script, no caching and no indexing', async () => {
  const { show } = await engines();
  const { status, headers, body } = await show('grid', {});
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  const policy = headers['Content-Security-Policy']!;
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; img-src data: https:$/);
  const elements = elementsOf(body);
  const loading = elements.filter(({ name }) => ['script', 'iframe', 'object', 'link'].includes(name));
  expect(loading.map(({ attributes: { rel, href } }) => [rel, href?.slice(0, 19)])).toEqual([['icon', 'data:image/svg+xml;']]);
  expect(elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => /^on|^style$/.test(name))).toEqual([]);
  expect(elements.find(({ attributes }) => attributes.name === 'robots')?.attributes.content).toBe('noindex, nofollow');
  expect(textsOf(body, 'h1')).toEqual(['Ours']);
});

test('a link that does not open answers 404: with the look of its Space while it is stored, otherwise with the default look', async () => {
  const { caller, call, share, visitor, table_id } = await engines();
  looms.add(caller.space_id);
  const revoked = await share('grid', {});
  const gone = await share('grid', {});
  const over = await share('grid', {}, { expires_at: isoTime(space.ports.clock.now() + 60_000) });
  for (const { token } of [revoked, gone, over]) expect((await visitor.open(token)).status).toBe(200);
  await call(shareLinks, 'delete', { table_id, link_id: revoked.id });
  await call(views, 'delete', { table_id, view_id: gone.view_id });
  space.ports.clock.advance(60_000);
  const unknown = await visitor.open('a'.repeat(43));
  expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('<html lang="en">') });
  const stored = await visitor.open(over.token);
  expect(stored).toMatchObject({ status: 404, body: expect.stringMatching(/<html lang="de">.*--link: #0f766e.*Looms/s) });
  const expected = [
    [revoked, unknown],
    [gone, unknown],
    [over, stored],
  ] as const;
  for (const [{ token }, page] of expected) {
    expect(await visitor.open(token)).toEqual(page);
    expect(await visitor.unlock(token, 'x')).toEqual(page);
  }
  const archived = await share('grid', {});
  await call(tables, 'update', { table_id, archived: true });
  expect(await visitor.open(archived.token)).toEqual(stored);
  await call(tables, 'update', { table_id, archived: false });
  expect((await visitor.open(archived.token)).status).toBe(200);
});

test('each visit is counted', async () => {
  const { call, share, visitor, table_id } = await engines();
  const { token } = await share('grid', {});
  await visitor.open(token);
  await visitor.open(token);
  const last_opened_at = isoTime(space.ports.clock.now());
  await eventually(async () =>
    expect((await call(shareLinks, 'list', { table_id })).data).toMatchObject([{ opened_count: 2, last_opened_at }]),
  );
});

describe('a link with a password', () => {
  const locked = async () => {
    const { share, visitor } = await engines();
    return { ...(await share('grid', {}, { password: 'correct horse' })), visitor };
  };

  test('shows a form and nothing of the table', async () => {
    const { token, visitor } = await locked();
    const { status, body, headers } = await visitor.open(token);
    expect([status, headers['Referrer-Policy']]).toEqual([200, 'same-origin']);
    expect(body).not.toMatch(/Engine|Deals|Ours/);
    const elements = elementsOf(body);
    expect(elements.find(({ name }) => name === 'form')?.attributes).toEqual({ method: 'post', action: `/t/${token}` });
    expect(elements.find(({ name }) => name === 'label')?.attributes.for).toBe(
      elements.find(({ name }) => name === 'input')?.attributes.id,
    );
  });

  test('is shown in no frame, and a link without a password or of no view is', async () => {
    const { share, visitor } = await engines();
    const isUnframed = async (page: Promise<PageAnswer>) =>
      / frame-ancestors 'none'/.test((await page).headers['Content-Security-Policy']!);
    const { token } = await share('grid', {}, { password: 'correct horse' });
    const cookie = (await visitor.unlock(token, 'correct horse')).headers['Set-Cookie']!.split('; ')[0]!;
    const closed = [visitor.open(token), visitor.unlock(token, 'wrong'), visitor.open(token, { cookie })];
    expect(await Promise.all(closed.map(isUnframed))).toEqual([true, true, true]);
    const open = [visitor.open((await share('grid', {})).token), visitor.open('a'.repeat(43))];
    expect(await Promise.all(open.map(isUnframed))).toEqual([false, false]);
  });

  test('sets a cookie for the correct password that is valid for four hours and for this link only', async () => {
    const { token, visitor } = await locked();
    const other = await locked();
    const { status, headers, body } = await visitor.unlock(token, 'correct horse');
    expect([status, headers.Location, body]).toEqual([303, `/t/${token}`, '']);
    const [cookie, ...attributes] = headers['Set-Cookie']!.split('; ');
    expect(attributes).toEqual([`Path=/t/${token}`, 'Max-Age=14400', 'HttpOnly', 'SameSite=Lax']);
    expect((await visitor.open(token, { cookie: `theme=dark; ${cookie}` })).body).toContain('Engine No. 1');
    expect((await other.visitor.open(other.token, { cookie: cookie! })).body).not.toContain('Engine No. 1');
    const changed = `${cookie!.slice(0, -3)}${cookie!.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    for (const wrong of [changed, 'visit=', 'visit=e30', `x${cookie}`])
      expect((await visitor.open(token, { cookie: wrong })).body).not.toContain('Engine No. 1');
    space.ports.clock.advance(14_400_000);
    expect((await visitor.open(token, { cookie: cookie! })).body).not.toContain('Engine No. 1');
  });

  test('asks again when the password has changed', async () => {
    const { call, share, visitor, table_id } = await engines();
    const { token } = await share('grid', {}, { password: 'correct horse' });
    const cookie = (await visitor.unlock(token, 'correct horse')).headers['Set-Cookie']!.split('; ')[0]!;
    expect((await visitor.open(token, { cookie })).body).toContain('Engine No. 1');
    const [link] = (await call(shareLinks, 'list', { table_id })).data;
    await call(shareLinks, 'update', { table_id, link_id: link!.id, password: 'battery staple' });
    expect((await visitor.open(token, { cookie })).body).not.toContain('Engine No. 1');
    expect((await visitor.unlock(token, 'correct horse')).status).toBe(401);
    expect((await visitor.unlock(token, 'battery staple')).status).toBe(303);
  });

  test('rejects a wrong password with an error', async () => {
    const { token, visitor } = await locked();
    for (const password of ['correct horsf', '', 'x'.repeat(5_000)]) {
      const { status, headers, body } = await visitor.unlock(token, password);
      expect([status, headers['Set-Cookie']]).toEqual([401, undefined]);
      expect(elementsOf(body).find(({ attributes }) => attributes.role === 'alert')?.text).toContain('not the password');
    }
  });

  test('accepts ten attempts per minute of one visitor, and further attempts of others', async () => {
    const { token, visitor } = await locked();
    const from = (address: string, password = 'wrong') => visitor.unlock(token, password, { visitor: address });
    for (let attempt = 0; attempt < 10; attempt++) expect((await from('2001:db8:1:2::3')).status).toBe(401);
    const rejected = await from('2001:db8:1:2:ffff::4', 'correct horse');
    expect([rejected.status, rejected.headers['Set-Cookie']]).toEqual([429, undefined]);
    expect(Number(rejected.headers['Retry-After'])).toBeGreaterThan(0);
    expect(Number(rejected.headers['Retry-After'])).toBeLessThanOrEqual(60);
    expect((await from('192.0.2.7', 'correct horse')).status).toBe(303);
  });

  test('counts two addresses of a compressed IPv6 /64 network as one visitor', async () => {
    const { token, visitor } = await locked();
    const from = (address: string) => visitor.unlock(token, 'wrong', { visitor: address });
    for (let attempt = 0; attempt < 10; attempt++) expect((await from(attempt % 2 === 0 ? '2001:db8::1' : '2001:db8::2')).status).toBe(401);
    expect((await from('2001:db8::1')).status).toBe(429);
    expect((await from('2001:db8::2')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')).status).toBe(401);
  });
});

test('the password form of a link without a password redirects to the page', async () => {
  const { share, visitor } = await engines();
  const { token } = await share('grid', {});
  expect(await visitor.unlock(token, 'any password')).toMatchObject({ status: 303, headers: { Location: `/t/${token}` } });
});

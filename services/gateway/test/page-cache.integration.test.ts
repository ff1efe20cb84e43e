import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { CACHE_INVALIDATED, type PageAnswer, subjectOf } from '@space/contracts/core';
import { sitePages } from '@space/contracts/publishing';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

type Open = (typeof sitePages)['operations']['standalone'];

let api: Api;
let calls: Call<Open>[] = [];
let page: () => PageAnswer | Promise<PageAnswer>;
beforeAll(async () => {
  api = await startApi();
  const handler = async (call: Call<Open>) => {
    calls.push(call);
    return page();
  };
  await api.ports.bus.serve('publishing', [
    {
      subject: subjectOf('site_pages', 'standalone'),
      answer: createEndpoint('site_pages.standalone', sitePages.operations.standalone, handler),
    },
  ]);
});
afterAll(() => api.stop());

let count = 0;
let path: string;
const kept = (body = 'Hi', tags?: string[]): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html', ETag: '"1"', 'Cache-Control': 'public, max-age=0', 'X-Own': '1' },
  body,
  ...(tags ? { tags } : {}),
});
beforeEach(() => {
  calls = [];
  path = `/p/page-${++count}`;
  page = () => kept('Hi', [`page:${path}`]);
});
const visit = (query = '', headers: Record<string, string> = {}) =>
  fetch(`${api.publicUrl}${path}${query}`, { headers, redirect: 'manual' });
const changed = (...tags: string[]) => api.ports.bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(tags)));

describe('a shared page', () => {
  test('is asked for once and told nothing of who visits', async () => {
    for (const [query, cookie] of [
      ['', 'a=1'],
      ['?utm=1', 'b=2'],
      ['?utm=2', ''],
    ] as const)
      expect(await (await visit(query, { cookie })).text()).toBe('Hi');
    expect(calls.map(({ input }) => input)).toEqual([
      { slug: path.slice(3), path, query: {}, form: null, cookie: null, if_none_match: null, visitor: 'anybody' },
    ]);
  });

  test('is asked for again once one of its tags changed, and others are not', async () => {
    page = () => kept('One', ['page:a', `site:${path}`]);
    await visit();
    page = () => kept('Two', [`site:${path}`]);
    changed('page:other');
    await new Promise(setImmediate);
    expect(await (await visit()).text()).toBe('One');
    changed(`site:${path}`);
    await eventually(async () => expect(await (await visit()).text()).toBe('Two'));
  });

  test('that changed while it was asked for is not kept', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    page = async () => {
      await promise;
      return kept('Old', [`page:${path}`]);
    };
    const first = visit();
    await eventually(() => expect(calls).toHaveLength(1));
    changed(`page:${path}`);
    await new Promise(setImmediate);
    page = () => kept('New', [`page:${path}`]);
    expect(await (await visit()).text()).toBe('New');
    resolve();
    expect(await (await first).text()).toBe('Old');
    expect(await (await visit()).text()).toBe('New');
  });

  test('is kept when only others changed while it was asked for, and who came after that asked anew', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    page = async () => {
      await promise;
      return kept('Hi', [`page:${path}`]);
    };
    const first = visit();
    await eventually(() => expect(calls).toHaveLength(1));
    changed('page:whatever');
    await new Promise(setImmediate);
    const second = visit();
    await eventually(() => expect(calls).toHaveLength(2));
    changed('page:something-else');
    await new Promise(setImmediate);
    resolve();
    for (const one of [await first, await second, await visit()]) expect(await one.text()).toBe('Hi');
    expect(calls).toHaveLength(2);
  });

  test('wanted by many at once is asked for once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => visit()));
    expect([all.every(({ status }) => status === 200), calls.length]).toEqual([true, 1]);
  });

  test('without tags is asked for each time', async () => {
    page = () => kept();
    await visit();
    await visit();
    expect(calls).toHaveLength(2);
  });

  test('that could not be answered is not kept', async () => {
    page = () => {
      throw new Error('broken');
    };
    expect((await visit()).status).toBe(500);
    page = () => kept('Back', ['page:x']);
    expect(await (await visit()).text()).toBe('Back');
  });
});

describe('a visitor who has a page already', () => {
  test.each(['"1"', 'W/"1"', '"0", "1"', '*'])('and says so with %s gets 304 without it', async (tag) => {
    const answered = await visit('', { 'if-none-match': tag });
    expect([answered.status, await answered.text()]).toEqual([304, '']);
    expect([answered.headers.get('etag'), answered.headers.get('cache-control'), answered.headers.get('x-own')]).toEqual([
      '"1"',
      'public, max-age=0',
      '1',
    ]);
    expect([answered.headers.get('content-type'), answered.headers.get('content-security-policy')]).toEqual([null, null]);
  });

  test('in another version gets it', async () => {
    expect((await visit('', { 'if-none-match': '"2"' })).status).toBe(200);
  });
});

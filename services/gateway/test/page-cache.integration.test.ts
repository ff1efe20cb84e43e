import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { CACHE_INVALIDATED, type PageAnswer, subjectOf } from '@space/contracts/core';
import { sitePages } from '@space/contracts/publishing';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

type Open = (typeof sitePages)['operations']['standalone'];

let api: Api;
let calls: Call<Open>[] = [];
let page: (call: Call<Open>) => PageAnswer | Promise<PageAnswer>;
beforeAll(async () => {
  api = await startApi();
  const handler = async (call: Call<Open>) => {
    calls.push(call);
    return page(call);
  };
  await api.ports.bus.serve('publishing', [
    {
      subject: subjectOf(sitePages.name, 'standalone'),
      answer: createEndpoint('site_pages.standalone', sitePages.operations.standalone, handler),
    },
  ]);
});
afterAll(() => api.stop());

let count = 0;
let path: string;
const cacheable = (body = 'Hi', tags?: string[]): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html', ETag: '"1"', 'Cache-Control': 'public, max-age=0', 'X-Own': '1' },
  body,
  ...(tags ? { tags } : {}),
});
beforeEach(() => {
  calls = [];
  path = `/p/page-${++count}`;
  page = () => cacheable('Hi', [`page:${path}`]);
});
const visit = (query = '', headers: Record<string, string> = {}) =>
  fetch(`${api.publicUrl}${path}${query}`, { headers, redirect: 'manual' });
const invalidate = (...tags: string[]) => api.ports.bus.publish(CACHE_INVALIDATED, Buffer.from(JSON.stringify(tags)));

describe('a shared page of the public origin', () => {
  test('is rendered once, and its service learns nothing about the visitor', async () => {
    for (const [query, cookie] of [
      ['', 'a=1'],
      ['?utm=1', 'b=2'],
      ['?utm=2', ''],
    ] as const)
      expect(await (await visit(query, { cookie })).text()).toBe('Hi');
    expect(calls.map(({ input }) => input)).toEqual([
      { slug: path.slice(3), path, query: {}, form: null, cookie: null, if_none_match: null, locale: 'en', visitor: 'anybody' },
    ]);
  });

  test('is rendered and cached once for each language that a browser prefers', async () => {
    page = ({ input }) => cacheable(String(input.locale), [`page:${path}`]);
    const inLanguage = async (language: string) => {
      const answer = await visit('', { 'accept-language': language });
      return [await answer.text(), answer.headers.get('vary')];
    };
    for (let round = 0; round < 2; round++)
      for (const [language, locale] of [
        ['de-AT,en;q=0.5', 'de'],
        ['de', 'de'],
        ['it, fr;q=0.8', 'fr'],
        ['it', 'en'],
      ] as const)
        expect(await inLanguage(language)).toEqual([locale, 'Accept-Language']);
    expect(calls.map(({ input }) => input.locale)).toEqual(['de', 'fr', 'en']);
  });

  test('is rendered again after one of its tags is invalidated', async () => {
    page = () => cacheable('One', ['page:a', `site:${path}`]);
    await visit();
    page = () => cacheable('Two', [`site:${path}`]);
    invalidate('page:other');
    await new Promise(setImmediate);
    expect(await (await visit()).text()).toBe('One');
    invalidate(`site:${path}`);
    await eventually(async () => expect(await (await visit()).text()).toBe('Two'));
  });

  test('is not cached when one of its tags is invalidated during its render', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    page = async () => {
      await promise;
      return cacheable('Old', [`page:${path}`]);
    };
    const first = visit();
    await eventually(() => expect(calls).toHaveLength(1));
    invalidate(`page:${path}`);
    await new Promise(setImmediate);
    page = () => cacheable('New', [`page:${path}`]);
    expect(await (await visit()).text()).toBe('New');
    resolve();
    expect(await (await first).text()).toBe('Old');
    expect(await (await visit()).text()).toBe('New');
  });

  test('is cached when other tags are invalidated during its render; later visitors start a new render', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    page = async () => {
      await promise;
      return cacheable('Hi', [`page:${path}`]);
    };
    const first = visit();
    await eventually(() => expect(calls).toHaveLength(1));
    invalidate('page:other');
    await new Promise(setImmediate);
    const second = visit();
    await eventually(() => expect(calls).toHaveLength(2));
    invalidate('page:something-else');
    await new Promise(setImmediate);
    resolve();
    for (const one of [await first, await second, await visit()]) expect(await one.text()).toBe('Hi');
    expect(calls).toHaveLength(2);
  });

  test('is rendered once for concurrent visitors', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => visit()));
    expect([all.every(({ status }) => status === 200), calls.length]).toEqual([true, 1]);
  });

  test('is rendered for each visitor when it has no tags', async () => {
    page = () => cacheable();
    await visit();
    await visit();
    expect(calls).toHaveLength(2);
  });

  test('is not cached when its render fails', async () => {
    page = () => {
      throw new Error('broken');
    };
    expect((await visit()).status).toBe(500);
    page = () => cacheable('Back', ['page:x']);
    expect(await (await visit()).text()).toBe('Back');
  });
});

describe('a visitor with a version of a page', () => {
  test.each(['"1"', 'W/"1"', '"0", "1"', '*'])('gets 304 for If-None-Match: %s', async (tag) => {
    const response = await visit('', { 'if-none-match': tag });
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect([response.headers.get('etag'), response.headers.get('cache-control'), response.headers.get('x-own')]).toEqual([
      '"1"',
      'public, max-age=0',
      '1',
    ]);
    expect([response.headers.get('content-type'), response.headers.get('content-security-policy')]).toEqual([null, null]);
  });

  test('gets the page when the version differs', async () => {
    expect((await visit('', { 'if-none-match': '"2"' })).status).toBe(200);
  });
});

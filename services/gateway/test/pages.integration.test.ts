import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { problems } from '@space/contracts/core';
import { type Api, request, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const get = (path: string, headers = {}) => api.send('GET', path, { headers });

test('the OpenAPI document needs no key and has an ETag', async () => {
  const { status, headers, body } = await get('/v1/openapi.json');
  expect([status, headers.get('content-type'), body.openapi]).toEqual([200, 'application/json', '3.1.0']);
  expect(body.servers).toEqual([{ url: `http://localhost:${new URL(api.url).port}/v1` }]);
  expect(await get('/v1/openapi.json', { 'if-none-match': headers.get('etag') })).toMatchObject({ status: 304, text: '' });
});

test.each(['/docs', '/docs/operator'])('the reference at %s loads nothing from another host', async (path) => {
  const page = await get(path);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(page.text).not.toMatch(/https?:\/\//);
  const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect((await get(part)).status).toBe(200);
  const started = (await get(parts.find((part) => part.endsWith('start.js'))!)).text;
  expect((await get(/url: '([^']+)'/.exec(started)![1]!)).body.info.title).toBe(path === '/docs' ? 'Space API' : 'Space API for operators');
  expect((await get('/docs/assets/package.json')).status).toBe(404);
});

test('the page of problems explains every code', async () => {
  const { text } = await get('/docs/problems');
  for (const code of Object.keys(problems)) expect(text).toContain(`id="${code}"`);
});

test('the root links to the API and the docs, as JSON or as a page', async () => {
  expect((await get('/')).body).toMatchObject({
    rest: expect.stringMatching(/\/v1$/),
    mcp: expect.stringMatching(/\/v1\/mcp$/),
    docs: expect.any(String),
  });
  expect((await get('/', { accept: 'text/html,*/*' })).text).toContain('<a href="/docs">');
  expect((await api.send('POST', '/', { body: {} })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test('the root and the reference lead operators to their document and its reference', async () => {
  const { operator_docs, operator_openapi } = (await get('/')).body;
  expect((await get(new URL(operator_openapi).pathname)).body.openapi).toBe('3.1.0');
  expect((await get(new URL(operator_docs).pathname)).status).toBe(200);
  const { text } = await get('/', { accept: 'text/html' });
  for (const path of ['/docs/operator', '/v1/operator/openapi.json']) expect(text).toContain(`<a href="${path}">`);
  expect((await get('/docs')).text).toContain('href="/docs/operator"');
});

test('without an operator token no page leads to operations of operators', async () => {
  const plain = await startApi({ environment: { SPACE_OPERATOR_TOKEN: '' } });
  try {
    for (const [path, accept] of [
      ['/', 'application/json'],
      ['/', 'text/html'],
      ['/docs', 'text/html'],
    ] as const)
      expect((await plain.send('GET', path, { headers: { accept } })).text).not.toContain('operator');
    for (const path of ['/docs/operator', '/v1/operator/openapi.json']) expect((await plain.send('GET', path)).status).toBe(404);
  } finally {
    await plain.stop();
  }
});

test('the public origin has no API, no cookie and no script', async () => {
  for (const path of ['/', '/p/', '/v1/contacts/con_1', '/v1/contacts/con_1/tags', '/%zz']) {
    const { status, headers, text } = await request(`${api.publicUrl}${path}`, 'GET');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect([headers.get('x-content-type-options'), headers.get('set-cookie')]).toEqual(['nosniff', null]);
    expect(text).toMatch(/<html lang="en">[\s\S]*name="viewport"[\s\S]*<main>[\s\S]*<h1>/);
  }
  expect((await request(`${api.publicUrl}/robots.txt`, 'GET')).text).toMatch(/^User-agent: \*/);
  for (const origin of [api.url, api.publicUrl])
    expect(await request(`${origin}/favicon.ico`, 'GET')).toMatchObject({ status: 200, text: expect.stringMatching(/^<svg /) });
});

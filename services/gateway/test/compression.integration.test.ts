import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { type PageAnswer, subjectOf } from '@space/contracts/core';
import { listeners } from '@space/contracts/events';
import { sitePages } from '@space/contracts/publishing';
import { sharePages } from '@space/contracts/tables';
import { type Api, startApi } from './fixtures/api.ts';

type Open = (typeof sitePages)['operations']['standalone'];

let api: Api;
let token: string;
let id: string;
let page: (call: Call<Open>) => PageAnswer;
const bio = 'Ada wrote the first program. '.repeat(600);
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace(), { scopes: ['contacts:read', 'contacts:write', 'automations:write'] }));
  ({ id } = (
    await api.send('POST', '/v1/contacts', { token, body: { name: 'Ada', email: 'ada@example.com', bio: bio.slice(0, 4_000) } })
  ).body);
  await api.ports.bus.serve('publishing', [
    {
      subject: subjectOf(sitePages.name, 'standalone'),
      answer: createEndpoint('site_pages.standalone', sitePages.operations.standalone, async (call: Call<Open>) => page(call)),
    },
  ]);
  const { rotate_secret } = listeners.operations;
  await api.ports.bus.serve('events', [
    {
      subject: subjectOf(listeners.name, 'rotate_secret'),
      answer: createEndpoint('event_subscriptions.rotate_secret', rotate_secret, async () => ({ secret: `whsec_${bio}` }) as never),
    },
  ]);
});
afterAll(() => api.stop());

interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends a request exactly as given. The answer is as it is on the wire, compressed or not. */
function onWire(url: string, headers: Record<string, string>, method = 'GET', body?: object): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  const sent = httpRequest(url, { method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }));
  });
  sent.on('error', reject);
  sent.end(body && JSON.stringify(body));
  return promise;
}

const get = (path: string, headers: Record<string, string> = {}, method?: string) =>
  onWire(`${api.url}${path}`, { authorization: `Bearer ${token}`, ...headers }, method);
const change = (method: string, path: string, body: object) =>
  onWire(
    `${api.url}${path}`,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    method,
    body,
  );
const inflate = ({ headers, bytes }: WireAnswer): string =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(bytes)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(bytes)
      : bytes
  ).toString();

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['deflate', undefined],
  ['identity, *', undefined],
])('a large answer for Accept-Encoding: %s has the coding %s, its length and the same content', async (accepted, coding) => {
  const plain = await get(`/v1/contacts/${id}`);
  const answer = await get(`/v1/contacts/${id}`, { 'accept-encoding': accepted });
  expect(answer.headers).toMatchObject({ 'content-length': String(answer.bytes.length), vary: 'Accept-Encoding' });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(inflate(answer)).toBe(plain.bytes.toString());
  if (coding) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
});

test('the ETag of a compressed answer is another one, and names the version in If-None-Match and If-Match', async () => {
  const plain = (await get(`/v1/contacts/${id}`)).headers.etag!;
  const { etag } = (await get(`/v1/contacts/${id}`, { 'accept-encoding': 'br' })).headers;
  expect(etag).toBe(plain.replace(/"$/, ';br"'));
  for (const known of [plain, etag!, `W/${etag}`, `"x", ${etag}`]) {
    const { status, headers, bytes } = await get(`/v1/contacts/${id}`, { 'accept-encoding': 'br', 'if-none-match': known });
    expect([status, bytes.length, headers['content-encoding']]).toEqual([304, 0, undefined]);
    expect(known).toContain(headers.etag);
  }
  expect((await get(`/v1/contacts/${id}`, { 'if-none-match': '"1;br"' })).status).toBe(200);
  const patch = (tag: string) =>
    api.send('PATCH', `/v1/contacts/${id}`, { token, headers: { 'if-match': tag }, body: { company: 'Engines' } });
  expect((await patch('"9;br"')).status).toBe(412);
  expect((await patch(etag!)).status).toBe(200);
});

test('HEAD has the headers of a compressed GET and no body', async () => {
  const [read, head] = [
    await get(`/v1/contacts/${id}`, { 'accept-encoding': 'gzip' }),
    await get(`/v1/contacts/${id}`, { 'accept-encoding': 'gzip' }, 'HEAD'),
  ];
  expect(head.bytes).toHaveLength(0);
  for (const name of ['content-length', 'content-encoding', 'etag', 'vary']) expect(head.headers[name]).toBe(read.headers[name]);
});

test('small answers and errors are sent as they are', async () => {
  const headers = { 'accept-encoding': 'br, gzip' };
  for (const answer of [await get('/v1/me', headers), await get(`/v1/contacts/${'x'.repeat(6_000)}`, headers)]) {
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers.vary).toBeUndefined();
  }
  const refused = await change('POST', '/v1/contacts', Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`unknown_field_${n}`, 1])));
  expect([refused.status, refused.bytes.length > 4_096, refused.headers['content-encoding']]).toEqual([400, true, undefined]);
});

test('large answers to POST and PATCH are compressed', async () => {
  const eve = { name: 'Eve', email: 'eve@example.com', bio: bio.slice(0, 4_000) };
  const created = await change('POST', '/v1/contacts', eve);
  expect(created).toMatchObject({ status: 201, headers: { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } });
  expect(created.headers['content-length']).toBe(String(created.bytes.length));
  expect(JSON.parse(inflate(created))).toMatchObject({ email: eve.email, bio: eve.bio });
  const changed = await change('PATCH', `/v1/contacts/${id}`, { company: 'Analytical Engines' });
  expect(changed).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
  expect(JSON.parse(inflate(changed))).toMatchObject({ id, company: 'Analytical Engines' });
});

test('an answer with a secret is never compressed, neither over REST nor over MCP', async () => {
  const rotated = await change('POST', '/v1/event-subscriptions/lis_1/rotate-secret', {});
  expect([rotated.status, rotated.bytes.length > 4_096, rotated.headers['content-encoding']]).toEqual([200, true, undefined]);
  const rotate = { name: 'rotate_event_webhook_secret', arguments: { id: 'lis_1' } };
  const read = { tool: 'get_contact', arguments: { id } };
  for (const [name, args] of [
    [rotate.name, rotate.arguments],
    ['event_webhooks', { action: 'rotate_secret', ...rotate.arguments }],
    ['call_tool', rotate],
    ['use_tool', { tool: rotate.name, input: rotate.arguments }],
    ['run_steps', { steps: [{ tool: rotate.name, arguments: rotate.arguments }, read] }],
    ['call_tool', { name: 'run_steps', arguments: { steps: [read, { tool: rotate.name, arguments: rotate.arguments }] } }],
  ] as const) {
    const { text, coding } = await mcp('tools/call', { name, arguments: args });
    expect(text).toContain('whsec_');
    expect([name, text.length > 4_096, coding]).toEqual([name, true, undefined]);
  }
});

test('documents are compressed once for each coding, and 304 without their body', async () => {
  for (const path of ['/v1/openapi.json', '/v1/asyncapi.json', '/docs/assets/swagger-ui.css']) {
    const plain = await get(path);
    const answer = await get(path, { 'accept-encoding': 'br' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(inflate(answer)).toBe(plain.bytes.toString());
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(plain.headers.vary).toBe('Accept-Encoding');
    for (const { etag } of [plain.headers, answer.headers]) {
      const known = await get(path, { 'if-none-match': etag!, 'accept-encoding': 'br' });
      expect(known).toMatchObject({ status: 304, headers: { etag, vary: 'Accept-Encoding' } });
    }
  }
});

const html = (body: string): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8', ETag: '"7"' },
  body,
  tags: ['page:x'],
});

test('a page that is the same for every visitor is compressed, with its own ETag and 304', async () => {
  page = () => html(`<!doctype html>${bio}`);
  const visit = (headers: Record<string, string>) => onWire(`${api.publicUrl}/p/large`, headers);
  const plain = await visit({});
  for (const coding of ['br', 'gzip', 'br'] as const) {
    const answer = await visit({ 'accept-encoding': coding });
    expect(answer.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(answer.bytes.length),
      etag: `"7;${coding}"`,
    });
    expect(answer.headers.vary).toBe('Accept-Language, Accept-Encoding');
    expect(inflate(answer)).toBe(plain.bytes.toString());
  }
  expect(plain.headers).toMatchObject({ vary: 'Accept-Language, Accept-Encoding', etag: '"7"' });
  expect(await visit({ 'accept-encoding': 'br', 'if-none-match': '"7;br"' })).toMatchObject({ status: 304, headers: { etag: '"7;br"' } });
});

test('a page that does not shrink to its half is sent as it is', async () => {
  page = () => html(randomBytes(8_192).toString('base64'));
  const answer = await onWire(`${api.publicUrl}/p/random`, { 'accept-encoding': 'br' });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('of many large answers at the same time all arrive whole, compressed or not', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(`/v1/contacts/${id}`, { 'accept-encoding': 'br' })));
  const texts = new Set(answers.map(inflate));
  expect([texts.size, answers.every(({ status }) => status === 200)]).toEqual([1, true]);
});

test('a page for one visitor is compressed unless it was asked for with a cookie or sets one', async () => {
  let answer: PageAnswer = html(`<!doctype html>${bio}`);
  const { operations } = sharePages;
  await api.ports.bus.serve('tables', [
    { subject: subjectOf(sharePages.name, 'open'), answer: createEndpoint('share_pages.open', operations.open, async () => answer) },
  ]);
  const codingFor = async (headers: Record<string, string>) =>
    (await onWire(`${api.publicUrl}/t/tok`, { 'accept-encoding': 'br', ...headers })).headers['content-encoding'];
  expect(await codingFor({})).toBe('br');
  expect(await codingFor({ cookie: 'share=secret' })).toBeUndefined();
  answer = { ...answer, headers: { ...answer.headers, 'Set-Cookie': 'share=secret' } };
  expect(await codingFor({})).toBeUndefined();
});

async function mcp(method: string, params: object = {}) {
  const answer = await change('POST', '/v1/mcp', { jsonrpc: '2.0', id: 1, method, params });
  return { coding: answer.headers['content-encoding'], text: inflate(answer) };
}

test('MCP: lists of tools, guides and answers of tools are compressed', async () => {
  const read = { name: 'get_contact', arguments: { id } };
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'read_guide', arguments: { name: 'tables' } }],
    ['tools/call', read],
    ['tools/call', { name: 'call_tool', arguments: read }],
    ['tools/call', { name: 'run_steps', arguments: { steps: [{ tool: read.name, arguments: read.arguments }] } }],
  ] as const) {
    const { coding, text } = await mcp(method, params);
    expect([params, coding, text.length > 4_096]).toEqual([params, 'gzip', true]);
  }
});

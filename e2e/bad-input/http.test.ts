import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { profile } from '../profile.ts';
import { sendBytes, sendLines } from '../raw-http.ts';
import { newUnchangedSpace, type UnchangedSpace } from './unchanged-space.ts';

let space: UnchangedSpace;
beforeAll(async () => {
  space = await newUnchangedSpace();
});

const JSON_TYPE = 'Content-Type: application/json';
const ada = '{"name":"Ada","email":"ada@example.org"}';
const authorized = (): string => `Authorization: Bearer ${space.api_key}`;

/** Sends a body to POST /contacts under these headers. */
const post = (headers: readonly string[], body: string | Uint8Array) =>
  sendLines(['POST /v1/contacts HTTP/1.1', authorized(), `Content-Length: ${Buffer.byteLength(body as string)}`, ...headers], body);

test.each([
  ['text/plain', 'Content-Type: text/plain'],
  ['a form', 'Content-Type: application/x-www-form-urlencoded'],
  ['JSON in another alphabet', 'Content-Type: application/json; charset=utf-16'],
  ['JSON in no alphabet', 'Content-Type: application/json; charset=foo'],
  ['something like JSON', 'Content-Type: application/jsonp'],
  ['no type at all', 'X-Nothing: at all'],
])('a body that is called %s is 415', async (_what, header) => {
  const { status, body } = await post([header], ada);
  expect(JSON.parse(body)).toMatchObject({ status, code: 'unsupported_media_type' });
  expect(status).toBe(415);
});

test('a body in an unknown Content-Encoding is 415', async () => {
  expect(await post([JSON_TYPE, 'Content-Encoding: zip'], ada)).toMatchObject({ status: 415 });
});

test('a body that does not match its Content-Encoding is 400', async () => {
  expect(await post([JSON_TYPE, 'Content-Encoding: gzip'], ada)).toMatchObject({ status: 400 });
});

test('a small body that inflates to 50 MB is 413', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
  expect(bomb.length).toBeLessThan(MAX_BODY_BYTES);
  expect(await post([JSON_TYPE, 'Content-Encoding: gzip'], bomb)).toMatchObject({ status: 413 });
});

test('a chunked body above the limit is 413', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const head = [
    'POST /v1/contacts HTTP/1.1',
    'Host: x',
    'Connection: close',
    authorized(),
    JSON_TYPE,
    'Transfer-Encoding: chunked',
    '',
    '',
  ].join('\r\n');
  const [answer] = await sendBytes(`${head}${chunk.repeat(MAX_BODY_BYTES / 0x10000 + 1)}0\r\n\r\n`);
  expect(answer).toMatchObject({ status: 413 });
});

test('a Content-Length above 1 MiB is 413 before the body arrives', async () => {
  expect(await sendLines(['POST /v1/contacts HTTP/1.1', authorized(), JSON_TYPE, 'Content-Length: 999999999'])).toMatchObject({
    status: 413,
  });
});

/** Requests that two servers could read differently: where one ends is not certain. */
test.each([
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
  ['a negative length', ['Content-Length: -1']],
  ['a length in hexadecimal', ['Content-Length: 0x5']],
  ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, identity']],
  ['chunks spelt oddly', ['Transfer-Encoding: xchunked']],
])('a request with %s is 400 and ends the connection', async (_what, headers) => {
  const smuggled = `0\r\n\r\nDELETE /v1/contacts/${space.contact.id} HTTP/1.1\r\nHost: x\r\n${authorized()}\r\n\r\n`;
  const head = ['POST /v1/contacts HTTP/1.1', 'Host: x', authorized(), JSON_TYPE, ...headers, '', ''].join('\r\n');
  const answers = await sendBytes(head + smuggled);
  expect(answers.map(({ status }) => status)).toEqual([400]);
});

test.each([
  ['a bare line feed', `GET /v1/contacts HTTP/1.1\nHost: x\n\n`],
  ['a space before the colon', 'GET /v1/contacts HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a folded header', 'GET /v1/contacts HTTP/1.1\r\nHost: x\r\nX-One: a\r\n b\r\n\r\n'],
  ['NUL in a header', 'GET /v1/contacts HTTP/1.1\r\nHost: x\r\nX-One: a\u0000b\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
])('%s is 400 with a problem, like any other refusal', async (_what, bytes) => {
  const [answer] = await sendBytes(bytes);
  expect(answer).toMatchObject({
    status: 400,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': expect.any(String) },
  });
  expect(JSON.parse(answer!.body)).toMatchObject({ status: 400, code: 'invalid' });
});

test.each([
  [
    'a whole URL on the request line',
    (key: string) => `GET http://any.example/v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}\r\n`,
  ],
  ['HTTP/1.0', (key: string) => `GET /v1/contacts HTTP/1.0\r\n${key}\r\n`],
  [
    'an upgrade that is not offered',
    (key: string) => `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n${key}\r\n`,
  ],
  ['an empty query', (key: string) => `GET /v1/contacts? HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}\r\n`],
])('%s is odd but right, and answered', async (_what, bytes) => {
  expect(await sendBytes(bytes(`${authorized()}\r\n`))).toMatchObject([{ status: 200 }]);
});

test('pipelined requests are answered in order', async () => {
  const paths = ['/v1/contacts', '/v1/nothing', '/v1/tags', '/v1/contacts?limit=0'];
  const requests = paths.map(
    (path, n) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorized()}\r\n${n === paths.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
  );
  expect((await sendBytes(requests.join(''))).map(({ status }) => status)).toEqual([200, 404, 200, 400]);
});

test('headers of 100 kB are 431', async () => {
  const answer = await sendLines(['GET /v1/contacts HTTP/1.1', authorized(), `X-Large: ${'x'.repeat(100_000)}`]);
  expect(answer).toMatchObject({ status: 431 });
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'headers_too_large' });
});

test.each(['TRACE', 'PROPFIND', 'PUT', 'LOCK'])('the method %s is 405', async (method) => {
  expect(await sendLines([`${method} /v1/contacts/${space.contact.id} HTTP/1.1`, authorized()])).toMatchObject({ status: 405 });
});

test('a header cannot change the method', async () => {
  for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
    const answer = await space.request('GET', `/contacts/${space.contact.id}`, { headers: { [header]: 'DELETE' } });
    expect(answer.body).toMatchObject({ id: space.contact.id });
  }
});

test.each([
  '//v1/contacts',
  '/v1//contacts',
  '/V1/contacts',
  '/v1/Contacts',
  '/v1/contacts/',
  '/v2/contacts',
  '/v1/%2e%2e/contacts',
  '/v1/contacts/..',
  '/v1/contacts/%2e%2e',
  '/contacts',
])('GET %s is 404: there is one way to write a path', async (path) => {
  expect(await sendLines([`GET ${path} HTTP/1.1`, authorized()])).toMatchObject({ status: 404 });
});

test.each(['/v1/contacts/%E0%A4%A', '/v1/contacts/%', '/v1/contacts/%zz', '/v1/contacts?search=%E0%A4%A'])(
  'GET %s with an invalid percent-encoding is 400',
  async (path) => {
    const { status, body } = await sendLines([`GET ${path} HTTP/1.1`, authorized()]);
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'invalid' });
    expect(status).toBe(400);
  },
);

test.each(['%00', '%0d%0aset-cookie:%20a=b', "'%20or%201=1--", '%F0%9F%92%A9', 'con_'.padEnd(60, 'z'), '__proto__', 'constructor'])(
  'an id %s is 404 or 400',
  async (id) => {
    const { status, headers } = await sendLines([`GET /v1/contacts/${id} HTTP/1.1`, authorized()]);
    expect([400, 404]).toContain(status);
    expect(headers).not.toHaveProperty('set-cookie');
  },
);

test.each(['a b', 'x'.repeat(129), '<script>', 'a,b', ''])('replaces the invalid request id %j', async (given) => {
  const { headers } = await sendLines(['GET /v1/contacts HTTP/1.1', authorized(), `X-Request-Id: ${given}`]);
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('ten thousand query parameters are rejected', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `a${n}=1`).join('&');
  expect([400, 414, 431]).toContain((await sendLines([`GET /v1/contacts?${many} HTTP/1.1`, authorized()])).status);
});

test('CORS allows any origin with a key and no credentials by cookie', async () => {
  const response = await fetch(`${profile.base_url}/contacts`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  expect(response.headers.get('access-control-allow-methods')).toContain('POST');
});

test('rejected HTTP requests change nothing and emit no event', () => space.expectUnchanged());

import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace()));
});
afterAll(() => api.stop());

/** Sends raw bytes and returns the bytes received until the connection is closed. */
const raw = (text: string, base = api.url): Promise<string> =>
  new Promise((done) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    let answer = '';
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => done(answer));
    socket.write(text);
  });

test.each([
  ['headers over 16 KB', `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['bytes that are not HTTP', 'GARBAGE\r\n\r\n', 400, 'invalid'],
  [
    'a Content-Length and chunks',
    'POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'invalid',
  ],
  ['lines that end without a carriage return', 'GET /v1/contacts HTTP/1.1\nHost: x\n\n', 400, 'invalid'],
])('%s are answered with a Problem, and the connection is closed', async (_what, text, status, code) => {
  const [head, body] = (await raw(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(JSON.parse(body!)).toMatchObject({ code, request_id: expect.any(String) });
});

test('two equal Authorization headers are 401', async () => {
  const header = `Authorization: Bearer ${token}\r\n`;
  expect(await raw(`GET /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`)).toMatch(/^HTTP\/1.1 401 /);
});

test('a whole URL on the request line is routed by its path', async () => {
  expect(
    await raw(
      `GET http://elsewhere/v1/contacts?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ),
  ).toMatch(/^HTTP\/1.1 200 /);
});

test.each(['TRACE', 'PROPFIND'])('%s is 405, and a method override is ignored', async (method) => {
  const answer = await raw(`${method} /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 405 [\s\S]*Allow: GET, POST/);
  expect((await api.send('GET', '/v1/contacts', { token, headers: { 'x-http-method-override': 'DELETE' } })).status).toBe(200);
});

test('a stopping gateway finishes requests in progress and closes idle connections', async () => {
  const stopping = await startApi();
  const key = await stopping.newKey(await stopping.newSpace());
  const blocked = Promise.withResolvers<void>();
  stopping.contacts.before = () => blocked.promise;
  const inProgress = stopping.send('GET', '/v1/contacts', { token: key.api_key });
  await eventually(() => expect(stopping.contacts.calls).toHaveLength(1));
  const stopped = stopping.stop();
  blocked.resolve();
  expect((await inProgress).status).toBe(200);
  await stopped;
  await expect(stopping.send('GET', '/v1/contacts')).rejects.toThrow();
});

test('a port in use is reported in one sentence', async () => {
  await expect(startApi({ environment: { SPACE_PORT: new URL(api.url).port } })).rejects.toThrow(
    /is in use by another program; set SPACE_PORT to a free port/,
  );
});

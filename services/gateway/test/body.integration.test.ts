import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace()));
});
afterAll(() => api.stop());

const ada = { name: 'Ada', email: 'ada@example.com' };

async function post(body: RequestInit['body'], headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const response = await fetch(`${api.url}/v1/contacts`, {
    method: 'POST',
    body: body ?? null,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return (await response.json()) as { status: number; code: string; detail: string };
}

test('a body that is not JSON in UTF-8 is 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=foo',
    'application/jsonx',
    'application/xml',
  ])
    expect(await post(JSON.stringify(ada), { 'content-type': type })).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  expect(await post(new Blob([JSON.stringify(ada)]), {})).toMatchObject({ status: 415 });
  expect(await post(JSON.stringify(ada), { 'content-type': 'application/json', 'content-encoding': 'foo' })).toMatchObject({ status: 415 });
});

test('JSON in UTF-8 is accepted with any spelling of its Content-Type, also compressed', async () => {
  const named = (n: number) => JSON.stringify({ ...ada, email: `utf${n}@example.com` });
  for (const [n, type] of [
    'application/json',
    'application/json;charset=utf-8',
    'Application/JSON; charset="UTF-8"',
    'application/json; charset=utf-8; odata.metadata=none',
  ].entries())
    expect(await post(named(n), { 'content-type': type })).toMatchObject({ name: 'Ada' });
  expect(await post(gzipSync(named(9)), { 'content-type': 'application/json', 'content-encoding': 'gzip' })).toMatchObject({ name: 'Ada' });
});

test('a body over 1 MiB is 413, also one that inflates to more', async () => {
  expect(await post(JSON.stringify({ ...ada, bio: 'x'.repeat(MAX_BODY_BYTES) }))).toMatchObject({ status: 413, code: 'too_large' });
  const bomb = gzipSync(Buffer.alloc(50 * 1_048_576, ' '));
  expect(await post(bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' })).toMatchObject({
    status: 413,
    code: 'too_large',
  });
});

test('a body that announces a huge length is 413 before it is read, and the connection is closed', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write(
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1.1 413 [\s\S]*Connection: close[\s\S]*"too_large"/);
});

test('invalid JSON, UTF-8 or gzip, and JSON that is not an object, are 400', async () => {
  for (const body of ['{"name":"a",}', '"x"', '[]', 'null', Buffer.from([0x22, 0xff, 0x22])])
    expect(await post(body)).toMatchObject({ status: 400, code: 'invalid' });
  expect(await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).toMatchObject({
    status: 400,
    code: 'invalid',
  });
});

test('a POST without a body has no fields', async () => {
  expect(await post(null, {})).toMatchObject({ status: 400, detail: expect.stringContaining('name') });
  expect(await post('', { 'content-type': 'application/json' })).toMatchObject({ status: 400, detail: expect.stringContaining('name') });
});

test('JSON that cannot be stored is 400', async () => {
  const deep = `{"custom_fields":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  for (const body of [
    deep,
    '{"__proto__":{"admin":true}}',
    '{"name":"a\\u0000"}',
    '{"name":"\\ud800"}',
    '{"custom_fields":{"n":12345678901234567890}}',
    '{"custom_fields":{"n":1e400}}',
  ])
    expect(await post(body)).toMatchObject({ status: 400, code: 'invalid' });
  expect(({} as { admin?: true }).admin).toBeUndefined();
});

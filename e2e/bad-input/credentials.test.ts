import { beforeAll, expect, test } from '@jest/globals';
import { createApiRequest } from '../api-request.ts';
import { profile } from '../profile.ts';
import { sendLines } from '../raw-http.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { newUnchangedSpace, type UnchangedSpace } from './unchanged-space.ts';

let space: UnchangedSpace;
let other: TestSpace;
beforeAll(async () => {
  [space, other] = [await newUnchangedSpace(), await newSpace()];
});

const asBearer = (key: string): string => `Authorization: Bearer ${key}`;

/** Headers instead of one valid key in one Bearer header. */
const credentials: readonly [what: string, headers: () => string[]][] = [
  ['nothing', () => []],
  ['an empty header', () => ['Authorization:']],
  ['the scheme alone', () => ['Authorization: Bearer']],
  ['a key without a scheme', () => [`Authorization: ${space.api_key}`]],
  ['a key as a password', () => [`Authorization: Basic ${Buffer.from(`:${space.api_key}`).toString('base64')}`]],
  ['two keys in one header', () => [`Authorization: Bearer ${space.api_key} ${other.api_key}`]],
  ['two headers', () => [asBearer(space.api_key), asBearer(other.api_key)]],
  ['the same header twice', () => [asBearer(space.api_key), asBearer(space.api_key)]],
  ['a key in quotes', () => [`Authorization: Bearer "${space.api_key}"`]],
  ['a key of ten thousand characters', () => [asBearer(`wks_live_${'a'.repeat(10_000)}`)]],
  ['a key with characters of other alphabets', () => [asBearer(`${space.api_key.slice(0, -1)}\u00e9`)]],
  ['a key cut short', () => [asBearer(space.api_key.slice(0, -1))]],
  ['the prefix of a key', () => [asBearer('wks_live_')]],
  ['a key in the header of MCP', () => [`X-API-Key: ${space.api_key}`]],
];

test.each(credentials)('%s instead of a key is 401 with the common detail', async (_what, headers) => {
  const answer = await sendLines(['GET /v1/contacts HTTP/1.1', ...headers()]);
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="space"/);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'unauthorized', detail: 'Invalid Space API key' });
});

test('a key in the URL does not authenticate', async () => {
  for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
    expect((await space.request('GET', `/contacts?${name}=${space.api_key}`, { key: null })).status).toBe(401);
  }
});

test('a key in a cookie does not authenticate', async () => {
  expect(
    (await space.request('GET', '/contacts', { key: null, headers: { cookie: `authorization=Bearer ${space.api_key}` } })).status,
  ).toBe(401);
});

test('the authentication scheme is case-insensitive', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
    expect((await space.request('GET', '/contacts', { key: null, headers: { authorization: `${scheme} ${space.api_key}` } })).status).toBe(
      200,
    );
  }
});

test.each(['x', '', 'spo_', 'spo_'.padEnd(36, 'x'), 'x'.repeat(4_000)])('the operator token %j is 401, also a long one', async (token) => {
  const answer = await createApiRequest(profile.base_url, token)('GET', '/operator/spaces');
  expect(answer.body).toMatchObject({ status: 401, code: 'unauthorized' });
});

test('the key is checked before path, query and body', async () => {
  for (const path of ['/contacts?limit=x', '/contacts/con_none'])
    expect((await space.request('GET', path, { key: 'wks_live_x' })).status).toBe(401);
  expect((await space.request('POST', '/contacts', { key: 'wks_live_x', raw: '{' })).status).toBe(401);
});

test('rejected credentials change nothing and emit no event', () => space.expectUnchanged());

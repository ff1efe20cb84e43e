import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { metrics } from '@space/runtime';
import { type Api, OPERATOR_TOKEN, type RequestParts, startApi } from './fixtures/api.ts';

let api: Api;
let token: string;
let space: string;
beforeAll(async () => {
  api = await startApi();
  space = await api.newSpace();
  ({ api_key: token } = await api.newKey(space));
});
afterAll(() => api.stop());
beforeEach(() => {
  api.contacts.before = () => {};
});

const send = (method: string, path: string, sent: RequestParts = {}) => api.send(method, `/v1${path}`, { token, ...sent });
let people = 0;
const create = (headers = {}) => send('POST', '/contacts', { body: { name: 'Ada', email: `ada${++people}@example.com` }, headers });

describe('a REST answer', () => {
  test('is the answer of the service, byte for byte', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(Object.fromEntries(made.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      etag: expect.stringMatching(/^"1\.\d+"$/),
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    expect((await send('GET', `/contacts/${made.body.id}`)).text).toBe(made.text);
  });

  test('has the request id that was sent if it is valid, and the service gets the same', async () => {
    const answer = await send('GET', '/contacts', { headers: { 'x-request-id': 'my-request.1' } });
    expect(answer.headers.get('x-request-id')).toBe('my-request.1');
    expect(api.contacts.calls.at(-1)!.request_id).toBe('my-request.1');
    for (const id of ['a b', 'x'.repeat(129), '<script>'])
      expect((await send('GET', '/contacts', { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is logged with its route template and without the key', async () => {
    await send('GET', '/contacts/con_1?limit=5', { headers: { 'x-request-id': 'find-me' } });
    const line = JSON.parse(api.ports.lines.find((text) => text.includes('find-me') && text.includes('"msg":"request"'))!);
    expect(line).toMatchObject({
      level: 'info',
      request_id: 'find-me',
      space_id: space,
      method: 'GET',
      route: '/v1/contacts/:id',
      status: 400,
      duration_ms: expect.any(Number),
    });
    expect(api.ports.lines.join('\n')).not.toContain(token);
  });

  test('passes only a well-formed traceparent on to the service', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await send('GET', '/contacts', { headers: { traceparent } });
    expect(api.contacts.calls.at(-1)!.trace).toEqual({ traceparent });
    await send('GET', '/contacts', { headers: { traceparent: '00-nonsense' } });
    expect(api.contacts.calls.at(-1)!.trace).toEqual({});
  });
});

describe('versions', () => {
  test('If-None-Match with the ETag answers 304, If-Match with an old one 412', async () => {
    const { body, headers } = await create();
    const etag = headers.get('etag')!;
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect(await send('GET', `/contacts/${body.id}`, { headers: { 'if-none-match': known } })).toMatchObject({ status: 304, text: '' });
    expect((await send('GET', `/contacts/${body.id}`, { headers: { 'if-none-match': '"2"' } })).status).toBe(200);
    expect(
      (await send('PATCH', `/contacts/${body.id}`, { body: { company: 'A' }, headers: { 'if-match': etag } })).headers.get('etag'),
    ).toMatch(/^"2\./);
    expect((await send('PATCH', `/contacts/${body.id}`, { body: { company: 'B' }, headers: { 'if-match': etag } })).body).toMatchObject({
      status: 412,
      code: 'precondition_failed',
    });
  });

  test('an Idempotency-Key replays the first answer, rejects another body, and belongs to one API key', async () => {
    const headers = { 'idempotency-key': 'order 1' };
    const body = { name: 'Ada', email: 'once@example.com' };
    const first = await send('POST', '/contacts', { body, headers });
    const again = await send('POST', '/contacts', { body, headers });
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect((await send('POST', '/contacts', { body: { ...body, name: 'B' }, headers })).body).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
    const other = await api.newKey(space);
    expect((await api.send('POST', '/v1/contacts', { token: other.api_key, body, headers })).status).toBe(409);
  });

  test.each(['', 'x'.repeat(256), 'caf\u00e9'])('the Idempotency-Key %j is rejected', async (key) => {
    expect((await create({ 'idempotency-key': key })).body).toMatchObject({ status: 400, errors: [{ path: 'Idempotency-Key' }] });
  });
});

describe('a REST error', () => {
  test('is a Problem with its type, its code and its extra members', async () => {
    const { body } = await create();
    const refused = await send('POST', '/contacts', { body: { name: 'B', email: body.email } });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.body).toEqual({
      type: expect.stringMatching(/^http:\/\/localhost:\d+\/docs\/problems#duplicate$/),
      title: 'Already exists',
      status: 409,
      detail: 'There is one already.',
      code: 'duplicate',
      request_id: refused.headers.get('x-request-id'),
      existing_id: body.id,
    });
    const page = await api.send('GET', '/docs/problems');
    expect(page.text).toContain('id="duplicate"');
  });

  test('lists all invalid fields', async () => {
    expect(
      (await send('POST', '/contacts', { body: { email: 'not-an-address', colour: 1 } })).body.errors
        .map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['colour', 'email', 'name']);
    expect((await send('GET', '/contacts?limit=abc&lmit=1')).body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'limit',
      'lmit',
    ]);
  });

  test('is 503 with Retry-After for an absent service, 504 for a slow one, and 500 without the cause for a failing one', async () => {
    api.contacts.before = () => {
      throw new Problem('unavailable', 'Not now.', { retry_after_s: 2 });
    };
    const unavailable = await send('GET', '/contacts');
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '2']);
    api.contacts.before = () => {
      throw new Problem('timeout', 'Too slow.');
    };
    expect((await send('GET', '/contacts')).body).toMatchObject({ status: 504, code: 'timeout' });
    api.contacts.before = () => {
      throw new Error('password of the database is hunter2');
    };
    const broken = await send('GET', '/contacts');
    expect(broken.body).toMatchObject({ status: 500, code: 'internal' });
    expect(broken.text).not.toContain('hunter2');
    expect((await send('GET', '/audiences')).body).toMatchObject({ status: 503, code: 'unavailable' });
  });
});

describe('a REST path', () => {
  test('answers an unknown method with 405 and Allow, and a preflight for any origin without credentials', async () => {
    const refused = await send('PUT', '/contacts');
    expect(refused.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(refused.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    const preflight = await api.send('OPTIONS', '/v1/contacts', {
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
    });
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Idempotency-Key.*If-Match/);
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each([
    '/v1/nope',
    '/v1/contacts/',
    '/V1/contacts',
    '/v1/CONTACTS',
    '/v1',
    '//v1/contacts',
    '/contacts',
    '/%zz',
    '/v1/contacts/a/b/c',
  ])('that does not exist is 404 as a Problem: %s', async (path) => {
    expect((await api.send('GET', path, { token })).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('with invalid percent-encoding is 400; an encoded slash is part of an id', async () => {
    expect((await send('GET', '/contacts/%E0%A4%A')).body).toMatchObject({ status: 400, code: 'invalid' });
    for (const id of ['%2e%2e', 'a%2Fb', '..%2f..']) expect((await send('GET', `/contacts/${id}`)).status).toBe(404);
  });

  test('with an Accept that excludes JSON is 406 and changes nothing', async () => {
    const headers = { accept: 'text/html, application/xml;q=0.9' };
    const body = { name: 'Refused', email: 'refused@example.com' };
    expect(await api.send('POST', '/v1/contacts', { token, headers, body })).toMatchObject({
      status: 406,
      body: { code: 'not_acceptable' },
    });
    expect((await send('GET', '/contacts')).text).not.toContain('refused@example.com');
    expect((await api.send('GET', '/v1/operator/spaces', { token: OPERATOR_TOKEN, headers })).status).toBe(406);
  });

  test.each(['application/json; charset=utf-8', 'application/problem+json', 'text/html,*/*;q=0.8', 'application/*', 'nonsense'])(
    'with Accept: %s is JSON',
    async (accept) => {
      expect((await api.send('GET', '/v1/contacts', { token, headers: { accept } })).status).toBe(200);
    },
  );

  test('answers HEAD with the headers of GET and no body', async () => {
    const [get, head] = [await send('GET', '/contacts'), await send('HEAD', '/contacts')];
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(String(get.text.length));
  });

  test('that does not exist adds no metric series', async () => {
    const seriesNow = async () =>
      new Set((await metrics.httpRequests.get()).values.map(({ labels }) => `${labels.http_request_method} ${labels.http_route}`)).size;
    await api.send('GET', '/warm-up');
    await api.send('PROPFIND', '/warm-up');
    const before = await seriesNow();
    for (let n = 0; n < 50; n++) await api.send('GET', `/v1/${n}/x`);
    for (const method of ['MKCOL', 'LOCK', 'PURGE']) await api.send(method, '/');
    expect(await seriesNow()).toBeLessThanOrEqual(before + 1);
  });
});

describe('the query of a REST call', () => {
  test('is parsed by the schema of its operation', async () => {
    await send('GET', '/contacts?limit=5&offset=2&include_total=true&search=50%25+off');
    expect(api.contacts.calls.at(-1)!.input).toEqual({ limit: 5, offset: 2, include_total: true, search: '50% off', sort: '-created_at' });
    const { body } = await create();
    await send('DELETE', `/contacts/${body.id}/tags?tags=a,b`);
    expect(api.contacts.calls.at(-1)!.input).toEqual({ id: body.id, tags: ['a', 'b'] });
  });

  test.each([
    'limit=-1',
    'limit=0',
    'limit=201',
    'limit=1.5',
    'limit=1e9',
    'limit=99999999999999999999',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'include_total=TRUE',
    'include_total=1',
    'include_total=yes',
    '__proto__=1',
    'constructor=1',
    'search=%00',
  ])('?%s is refused with 400', async (query) => {
    expect((await send('GET', `/contacts?${query}`)).body).toMatchObject({ status: 400, code: 'invalid', errors: [expect.anything()] });
  });
});

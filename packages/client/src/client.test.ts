import { expect, test } from '@jest/globals';
import { startLosingServer } from '../test/fixtures/losing-server.ts';
import { type CallOptions, type ClientOptions, createClient } from './client.ts';

/** A request that a fake service received. */
interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

type Answer = Response | Error;

const refused = (status: number, retryAfter?: string): Response =>
  Response.json(
    { code: 'refused', detail: 'Not now.', status },
    { status, ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }) },
  );
const lost = () => new TypeError('fetch failed');
const done = () => Response.json({ id: 'con_1' });

/** Returns a client of a service that gives these answers in order, and the requests that it received. */
function clientOf(answers: Answer[], options: { readonly retries?: number } = {}) {
  const received: Received[] = [];
  const client = createClient({
    base_url: 'http://space.test/v1/',
    api_key: 'wks_live_x',
    ...options,
    async fetch(url, init) {
      const request = new Request(url as URL, init);
      received.push({ method: request.method, url: new URL(request.url), headers: request.headers });
      const answer = answers.shift();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('The service has no further answer.');
    },
  });
  return { client, received };
}

const ada = { name: 'Ada', email: 'ada@example.com' };
const key = (one: Received | undefined) => one?.headers.get('idempotency-key');

test.each(['', '.', '..', undefined])('the path argument %j is refused and nothing is sent', async (id) => {
  const { client, received } = clientOf([done()]);
  await expect(client.contacts.get({ id: id as string })).rejects.toThrow('`id` is required in the path');
  expect(received).toHaveLength(0);
});

/** Sends one call with these options. Returns its request and the credentials that the client asked for. */
async function requestWith(options: Partial<ClientOptions>): Promise<[Request, RequestInit['credentials']]> {
  let sent: [Request, RequestInit['credentials']] | undefined;
  const client = createClient({
    base_url: 'https://console.test/spaces/spc_1/v1',
    ...options,
    async fetch(url, init) {
      sent = [new Request(url as URL, init), init?.credentials];
      return done();
    },
  });
  await client.contacts.update({ id: 'con_1', name: 'Ada' }, { if_match: '"1"' });
  return sent!;
}

test('a call with a key has it in `authorization`; a call without one has the credentials of the same origin', async () => {
  const [withKey, ownCredentials] = await requestWith({ api_key: 'wks_live_x' });
  expect(withKey.url).toBe('https://console.test/spaces/spc_1/v1/contacts/con_1');
  expect([withKey.headers.get('authorization'), ownCredentials]).toEqual(['Bearer wks_live_x', undefined]);
  const [ofSession, credentials] = await requestWith({});
  expect([ofSession.headers.get('authorization'), credentials]).toEqual([null, 'same-origin']);
});

test('every call has the headers of the options, and those of the client take precedence', async () => {
  const [{ headers }] = await requestWith({ headers: { 'X-Reason': 'import', 'If-Match': '"9"', Accept: 'text/csv' } });
  expect(Object.fromEntries(headers)).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'if-match': '"1"',
    'x-reason': 'import',
  });
});

test('a write has an idempotency key of its own, which its retries repeat', async () => {
  const { client, received } = clientOf([refused(503, '0'), lost(), done(), done()]);
  await client.contacts.create(ada);
  await client.contacts.create(ada);
  expect(received).toHaveLength(4);
  expect(key(received[0])).toMatch(/^client-[0-9a-f]{32}$/);
  expect(new Set(received.slice(0, 3).map(key)).size).toBe(1);
  expect(key(received[3])).not.toBe(key(received[0]));
});

test('the key of the caller is sent, and a client without retries makes none', async () => {
  const own = clientOf([done()]);
  await own.client.contacts.create(ada, { idempotency_key: 'signup-1' });
  expect(key(own.received[0])).toBe('signup-1');
  const single = clientOf([refused(503, '0')], { retries: 0 });
  await expect(single.client.contacts.create(ada)).rejects.toMatchObject({ status: 503 });
  expect(single.received.map(key)).toEqual([null]);
});

test.each<[string, Answer, number]>([
  ['429', refused(429, '0'), 2],
  ['503', refused(503, '0'), 2],
  ['504', refused(504, '0'), 1],
  ['409 with Retry-After', refused(409, '0'), 1],
  ['a lost connection', lost(), 1],
])('a PATCH is repeated only after a refusal: %s', async (_name, answer, times) => {
  const { client, received } = clientOf([answer, done()]);
  await client.contacts.update({ id: 'con_1', name: 'Ada' }).catch(() => {});
  expect(received).toHaveLength(times);
});

test.each<[string, Answer]>([
  ['502', refused(502, '0')],
  ['504', refused(504, '0')],
  ['a lost connection', lost()],
])('a GET and a POST are repeated after %s', async (_name, answer) => {
  const copy = () => (answer instanceof Response ? answer.clone() : answer);
  const read = clientOf([copy(), done()]);
  await expect(read.client.contacts.get({ id: 'con_1' })).resolves.toEqual({ id: 'con_1' });
  const write = clientOf([copy(), done()]);
  await expect(write.client.contacts.create(ada)).resolves.toEqual({ id: 'con_1' });
});

test('a GET and a POST are repeated after a connection that is lost while the body is read, a PATCH is not', async () => {
  const server = await startLosingServer();
  try {
    const client = createClient({ base_url: server.base_url, api_key: 'wks_live_x' });
    await expect(client.contacts.get({ id: 'con_1' })).resolves.toEqual({ id: 'con_1' });
    await expect(client.contacts.create(ada)).resolves.toEqual({ id: 'con_1' });
    await expect(client.contacts.update({ id: 'con_1', name: 'Ada' })).rejects.toMatchObject({ name: 'TypeError' });
    expect(server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST', 'PATCH']);
    const [first, second] = server.received.slice(2).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^client-[0-9a-f]{32}$/);
    expect(second).toBe(first);
  } finally {
    await server.close();
  }
});

test('a call whose body is lost in every attempt fails with the error of the connection', async () => {
  const server = await startLosingServer(2);
  try {
    const client = createClient({ base_url: server.base_url, api_key: 'wks_live_x', retries: 1 });
    await expect(client.contacts.get({ id: 'con_1' })).rejects.toMatchObject({ name: 'TypeError' });
    expect(server.received).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test('a success without JSON is an error that names the status, the type and base_url, and is not repeated', async () => {
  const page = new Response('<!doctype html>', { status: 200, headers: { 'content-type': 'text/html' } });
  const { client, received } = clientOf([page, done()]);
  await expect(client.contacts.list()).rejects.toThrow(
    'The service answered 200 with text/html that is not JSON: check that `base_url` is the address of the API, with /v1.',
  );
  expect(received).toHaveLength(1);
});

test('a POST waits for its first attempt, which still runs', async () => {
  const { client, received } = clientOf([lost(), refused(409, '0'), done()]);
  await client.contacts.create(ada);
  expect(received).toHaveLength(3);
});

test.each([400, 401, 404, 409, 500])('%i is thrown immediately', async (status) => {
  const { client, received } = clientOf([refused(status), done()]);
  await expect(client.contacts.create(ada)).rejects.toMatchObject({ name: 'SpaceError', status, code: 'refused', message: 'Not now.' });
  expect(received).toHaveLength(1);
});

test('a pause of more than a minute is not waited for, and a date is a Retry-After', async () => {
  const long = clientOf([refused(429, '3600'), done()]);
  await expect(long.client.contacts.list()).rejects.toMatchObject({ status: 429 });
  const past = clientOf([refused(429, new Date(0).toUTCString()), done()]);
  await past.client.contacts.list();
  expect(past.received).toHaveLength(2);
});

test('a signal ends a pause', async () => {
  const { client, received } = clientOf([refused(429, '30'), done()]);
  const ending = new AbortController();
  const call = client.contacts.list({}, { signal: ending.signal } satisfies CallOptions);
  setTimeout(() => ending.abort(new Error('enough')), 20);
  await expect(call).rejects.toThrow('enough');
  expect(received).toHaveLength(1);
});

test('a list is iterated page by page, each page when it is needed', async () => {
  const pageOf = (names: string[], next_cursor: string | null) =>
    Response.json({ data: names.map((name) => ({ name })), has_more: next_cursor !== null, next_cursor });
  const { client, received } = clientOf([pageOf(['a', 'b'], 'c1'), pageOf([], 'c2'), pageOf(['c'], null), pageOf(['d'], 'more')]);
  const names: string[] = [];
  for await (const { name } of client.contacts.list({ search: 'x', limit: 2 })) {
    if (names.length < 2) expect(received).toHaveLength(1);
    names.push(name!);
  }
  expect(names).toEqual(['a', 'b', 'c']);
  expect(received.map(({ url }) => url.search)).toEqual([
    '?search=x&limit=2',
    '?search=x&limit=2&cursor=c1',
    '?search=x&limit=2&cursor=c2',
  ]);
  for await (const { name } of client.contacts.list()) {
    expect(name).toBe('d');
    break;
  }
  expect(received).toHaveLength(4);
});

test('events are iterated page by page until the feed has no more, although the last page has a cursor', async () => {
  const pageOf = (ids: string[], next_cursor: string, has_more: boolean) =>
    Response.json({ events: ids.map((id) => ({ id })), has_more, next_cursor });
  const { client, received } = clientOf([pageOf(['a', 'b'], 'c1', true), pageOf([], 'c2', true), pageOf(['c'], 'c3', false)]);
  const ids: string[] = [];
  for await (const { id } of client.events.list({ types: ['contact_created'] })) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(received.map(({ url }) => url.searchParams.get('after'))).toEqual([null, 'c1', 'c2']);
});

test('an export is a promise of one page of its file, without an iterator', async () => {
  const { client } = clientOf([Response.json({ csv: 'name', next_cursor: null }), Response.json({ csv: 'name', next_cursor: null })]);
  for (const answer of [client.contacts.export(), client.rows.export({ table_id: 'tbl_1' })]) {
    expect(Object.hasOwn(answer, Symbol.asyncIterator)).toBe(false);
    expect(await answer).toMatchObject({ csv: 'name' });
  }
});

test('an iteration ends with an error when a page names itself as the next one', async () => {
  const same = () => Response.json({ data: [], has_more: true, next_cursor: 'c' });
  const { client } = clientOf([same(), same()]);
  await expect(client.contacts.list()[Symbol.asyncIterator]().next()).rejects.toThrow(/page itself/);
});

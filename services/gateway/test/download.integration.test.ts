import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { Problem, subjectOf } from '@space/contracts/core';
import { rows } from '@space/contracts/tables';
import { type Api, startApi } from './fixtures/api.ts';

type Export = (typeof rows)['operations']['export'];

let api: Api;
let token: string;
let calls: Call<Export>['input'][] = [];
let pageAt: (cursor: string | undefined) => { csv: string; next: string | null };
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace(), { scopes: ['tables:read'] }));
  const handler = async ({ input }: Call<Export>) => {
    calls.push(input);
    const { csv, next } = pageAt(input.cursor);
    return { csv, has_more: next !== null, next_cursor: next };
  };
  await api.ports.bus.serve('tables', [
    { subject: subjectOf(rows.name, 'export'), answer: createEndpoint('rows.export', rows.operations.export, handler) as never },
  ]);
});
afterAll(() => api.stop());
beforeEach(() => {
  calls = [];
  const pages: Record<string, { csv: string; next: string | null }> = {
    first: { csv: 'name\r\nÄda\r\n', next: 'b' },
    b: { csv: 'Bob\r\n', next: 'c' },
    c: { csv: 'Cy\r\n', next: null },
  };
  pageAt = (cursor) => pages[cursor ?? 'first']!;
});

const get = (accept?: string, query = '') =>
  api.send('GET', `/v1/tables/tbl_1/export${query}`, { token, headers: accept === undefined ? {} : { accept } });

test.each(['text/csv', 'text/csv, */*;q=0.5', 'application/json;q=0.5, text/csv'])(
  'a download with Accept: %s is all pages as one file',
  async (accept) => {
    const { status, text, headers } = await get(accept, '?fields=name&view_id=viw_1');
    expect([status, text]).toEqual([200, 'name\r\nÄda\r\nBob\r\nCy\r\n']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="rows.csv"',
      'cache-control': 'private, no-store',
      'x-request-id': expect.any(String),
    });
    expect(calls.map(({ cursor }) => cursor)).toEqual([undefined, 'b', 'c']);
    for (const input of calls) expect(input).toMatchObject({ table_id: 'tbl_1', fields: ['name'], view_id: 'viw_1' });
  },
);

test.each([undefined, '*/*', 'application/json', 'application/json, text/csv;q=0.9', 'text/html, */*;q=0.8'])(
  'a download with Accept: %s is one page as JSON',
  async (accept) => {
    const { body } = await get(accept);
    expect(body).toEqual({ csv: 'name\r\nÄda\r\n', has_more: true, next_cursor: 'b' });
    expect(calls).toHaveLength(1);
  },
);

test('a download that is refused before the first byte is a Problem', async () => {
  pageAt = () => {
    throw new Problem('not_found', 'There is no table.');
  };
  const refused = await get('text/csv');
  expect([refused.status, refused.headers.get('content-type'), refused.headers.get('content-disposition')]).toEqual([
    404,
    'application/problem+json',
    null,
  ]);
  expect((await get('text/csv', '?limit=0')).body).toMatchObject({ status: 400, errors: [{ path: 'limit' }] });
  expect((await api.send('GET', '/v1/tables/tbl_1/export', { headers: { accept: 'text/csv' } })).status).toBe(401);
  const { api_key } = await api.newKey(await api.newSpace());
  expect((await api.send('GET', '/v1/tables/tbl_1/export', { token: api_key, headers: { accept: 'text/csv' } })).status).toBe(403);
});

test('a download that fails in the middle closes the connection', async () => {
  pageAt = (cursor) => {
    if (cursor === undefined) return { csv: 'name\r\n', next: 'b' };
    throw new Problem('unavailable', 'Gone.');
  };
  await expect(get('text/csv')).rejects.toThrow();
});

test('a download waits for a page whose problem says when to try again', async () => {
  const pages = pageAt;
  let refused = 0;
  pageAt = (cursor) => {
    if (cursor === 'b' && refused++ < 2) throw new Problem('conflict', 'A column is being recomputed.', { retry_after_s: 0.01 });
    return pages(cursor);
  };
  const { status, text } = await get('text/csv');
  expect([status, text, refused]).toEqual([200, 'name\r\nÄda\r\nBob\r\nCy\r\n', 3]);
});

test('a download that would wait too long closes the connection', async () => {
  pageAt = (cursor) => {
    if (cursor === undefined) return { csv: 'name\r\n', next: 'b' };
    throw new Problem('conflict', 'A column is being recomputed.', { retry_after_s: 31 });
  };
  await expect(get('text/csv')).rejects.toThrow();
});

test.each([
  ['?limit=5', ['limit']],
  ['?cursor=b&limit=5', ['limit', 'cursor']],
])('a download refuses %s, which is for pages', async (query, paths) => {
  const { status, body } = await get('text/csv', query);
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
  expect(body.errors[0].message).toBe('is for pages, and a download has all rows; leave it out, or send Accept: application/json');
  expect(calls).toEqual([]);
  expect((await get('application/json', query)).status).toBe(200);
});

test('a download stops reading pages when the client stops', async () => {
  pageAt = () => ({ csv: 'x'.repeat(1_000_000), next: 'again' });
  const response = await fetch(`${api.url}/v1/tables/tbl_1/export`, { headers: { authorization: `Bearer ${token}`, accept: 'text/csv' } });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const count = calls.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(calls).toHaveLength(count);
});

test('the OpenAPI document has both the file and the JSON of a download', async () => {
  const { body } = await api.send('GET', '/v1/openapi.json');
  const { content } = body.paths['/tables/{table_id}/export'].get.responses['200'];
  expect([Object.keys(content), content['text/csv']]).toEqual([['application/json', 'text/csv'], { schema: { type: 'string' } }]);
});

test('an Accept that excludes JSON and the file is 406, and the operation is not called', async () => {
  const { body } = await get('text/html');
  expect(body).toMatchObject({
    status: 406,
    code: 'not_acceptable',
    detail: expect.stringMatching(/application\/json or text\/csv.*text\/html/),
  });
  expect(calls).toEqual([]);
});

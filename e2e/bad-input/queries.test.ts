import { beforeAll, expect, test } from '@jest/globals';
import { newSpace, type TestSpace } from '../space.ts';
import { newUnchangedSpace, type UnchangedSpace } from './unchanged-space.ts';

let space: UnchangedSpace;
let searched: TestSpace;
beforeAll(async () => {
  [space, searched] = [await newUnchangedSpace(), await newSpace()];
  for (const name of ['100% Wool', 'Under_Score', 'Back\\slash', '(a+)+$', "O'Hara", 'Plain']) {
    await searched.client.contacts.create({ name, email: `${encodeURIComponent(name.replaceAll(/\W/g, ''))}@example.com` });
  }
});

test.each([
  'limit=-1',
  'limit=0',
  'limit=201',
  'limit=1.5',
  'limit=1e9',
  'limit=99999999999999999999',
  'limit=1&limit=2',
  'limit[]=1',
  'limit=',
  'limit=x',
  'limit=0x10',
  'limit=1,2',
  'limit=null',
  'limit=%201',
  'offset=-1',
  'offset=1.5',
  'offset=99999999999999999999',
  'offset=x',
  'offset[gt]=1',
  'cursor=',
  'cursor=x',
  'cursor=AAAA',
  'cursor=eyJhIjoxfQ',
  'cursor=%00',
  `cursor=${'x'.repeat(513)}`,
  'cursor=null',
  'cursor=W10',
  'cursor=WyJjb25fMSIsMl0',
  // ['\u0000'], which Postgres cannot compare, and [1], which is a place in another list.
  'cursor=WyJcdTAwMDAiXQ',
  'cursor=WzFd',
  'search=a&search=b',
  'search=%00',
  `search=${'x'.repeat(201)}`,
  'search[]=a',
  'search[$ne]=a',
  'include_total=TRUE',
  'include_total=1',
  'include_total=yes',
  'include_total=',
  'include_total=on',
  'include_total=true&include_total=false',
  '__proto__=x',
  'constructor=x',
  'space_id=spc_other',
  'hasOwnProperty=1',
])('GET /contacts?%s is 400', async (query) => {
  const { body } = await space.request('GET', `/contacts?${query}`);
  expect(body).toMatchObject({ status: 400, code: 'invalid' });
});

test.each(['limit=200', 'limit=1', 'offset=0', 'include_total=true', 'include_total=false', '', '&', 'limit=1&', 'search='])(
  'GET /contacts?%s is 200',
  async (query) => {
    expect((await space.request('GET', `/contacts?${query}`)).status).toBe(200);
  },
);

test('an offset after the last row returns an empty page', async () => {
  for (const offset of [1_000, 2_000_000_000, 9_007_199_254_740_991])
    expect((await space.request('GET', `/contacts?offset=${offset}`)).body).toMatchObject({ data: [], has_more: false });
});

test.each([
  ['%', ['100% Wool']],
  ['_', ['Under_Score']],
  ['\\', ['Back\\slash']],
  ['(a+)+$', ['(a+)+$']],
  ['(', ['(a+)+$']],
  ["'", ["O'Hara"]],
  ["' or 1=1--", []],
  ['.*', []],
  ['pLaIn', ['Plain']],
])('a search for %s finds just what holds these characters', async (search, names) => {
  const { body } = await searched.request('GET', `/contacts?search=${encodeURIComponent(search)}`);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names);
});

test('a cursor of another Space returns none of its rows', async () => {
  const { body: page } = await searched.request('GET', '/contacts?limit=2');
  const { body } = await space.request('GET', `/contacts?cursor=${page.next_cursor}`);
  const names = (body.data ?? []).map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name !== space.contact.name)).toEqual([]);
});

test('a cursor of another list is 400 or returns an empty page', async () => {
  await searched.client.contacts.tag({ id: (await searched.client.contacts.list()).data[0]!.id, tags: ['a', 'b'] });
  const { body: page } = await searched.request('GET', '/tags?limit=1');
  for (const list of ['/contacts', '/audiences', '/event-subscriptions'])
    expect([200, 400]).toContain((await searched.request('GET', `${list}?cursor=${page.next_cursor}`)).status);
});

test('paging with next_cursor returns every row once while rows are added', async () => {
  const walked = await newSpace();
  for (let n = 0; n < 7; n++) await walked.client.contacts.create({ name: `Contact ${n}`, email: `c${n}@example.com` });
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await walked.client.contacts.list({ limit: 3, ...(cursor ? { cursor } : {}) });
    names.push(...page.data.map(({ name }) => name!));
    await walked.client.contacts.create({ name: 'Added', email: `added${names.length}@example.com` });
    if (!page.has_more) break;
    cursor = page.next_cursor!;
  }
  expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Contact ${n}`));
});

test('a tag with a comma can be removed with a JSON query', async () => {
  const { client, request } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await client.contacts.tag({ id, tags: ['a,b', 'c'] });
  expect((await request('DELETE', `/contacts/${id}/tags?tags=${encodeURIComponent('["a,b"]')}`)).body).toMatchObject({ tags: ['c'] });
});

test('the order of rows is JSON or the short form, and an error names the form with an example', async () => {
  const { client, request } = await newSpace();
  const { id: table_id } = await client.tables.create({ name: 'Deals', columns: [{ key: 'amount', label: 'Amount', type: 'number' }] });
  for (const amount of [1, 3, 2]) await client.rows.create({ table_id, data: { amount } });
  const read = async (query: string) => (await request('GET', `/tables/${table_id}/rows?${query}`)).body;
  for (const sort of ['-amount', encodeURIComponent('[{"column_key":"amount","direction":"desc"}]')]) {
    const { data } = await read(`sort=${sort}`);
    expect(data.map((row: { data: { amount: number } }) => row.data.amount)).toEqual([3, 2, 1]);
  }
  expect((await read('sort=foo&fields=bar')).errors).toMatchObject([{ path: 'fields.0' }, { path: 'sort.0.column_key' }]);
  expect((await read(`filters=${encodeURIComponent('[{"a":}]')}`)).detail).toBe(
    'filters: must be JSON, such as [{"column_key":"…","op":"eq"}]; expected a value at line 1, column 7.',
  );
});

test('rejected queries change nothing and emit no event', () => space.expectUnchanged());

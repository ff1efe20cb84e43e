import { expect, test } from '@jest/globals';
import { callOf, routes } from './routes.ts';

const base_url = 'https://space.test/v1';

test('a call has the arguments of its path in the address and the others in the body', () => {
  const { method, url, body } = callOf(base_url, 'contacts.update', { id: 'con/1', name: 'Ada', company: null });
  expect([method, url.href, body]).toEqual(['PATCH', 'https://space.test/v1/contacts/con%2F1', '{"name":"Ada","company":null}']);
});

test('a GET and a DELETE have the other arguments in the query: plain lists with commas, others as JSON', () => {
  const filters = [{ column_key: 'name', op: 'eq', value: 'Loom' }];
  const list = callOf(base_url, 'rows.list', { table_id: 'tbl_1', filters, fields: ['a', 'b'], limit: 5, cursor: undefined });
  expect(list).not.toHaveProperty('body');
  expect(list.url.pathname).toBe('/v1/tables/tbl_1/rows');
  expect([...list.url.searchParams]).toEqual([
    ['filters', JSON.stringify(filters)],
    ['fields', 'a,b'],
    ['limit', '5'],
  ]);
  const untag = callOf(base_url, 'contacts.untag', { id: 'con_1', tags: ['x,y'] });
  expect([untag.method, untag.url.search]).toEqual(['DELETE', `?tags=${encodeURIComponent('["x,y"]')}`]);
});

test.each([
  ['http://localhost:8080/v1', 'http://localhost:8080/v1/me'],
  ['http://localhost:8080/v1/', 'http://localhost:8080/v1/me'],
  ['https://host/spaces/spc_x/v1', 'https://host/spaces/spc_x/v1/me'],
])('the address of a call continues the path of base_url %s', (base, href) => {
  expect(callOf(base, 'me.get').url.href).toBe(href);
});

test('a path argument that would lead to another route is refused', () => {
  for (const id of [undefined, null, '', '.', '..'])
    expect(() => callOf(base_url, 'contacts.get', { id })).toThrow('`id` is required in the path');
});

test('a route names its page and the files that it answers and accepts', () => {
  expect(routes['contacts.list']).toEqual({ method: 'GET', path: '/contacts', entries: 'data' });
  expect(routes['contacts.export']).toEqual({ method: 'GET', path: '/contacts/export', download: 'text/csv' });
  expect(routes['contacts.import']).toEqual({ method: 'POST', path: '/contacts/import', upload: 'text/csv' });
  expect(routes['events.list'].entries).toBe('events');
});

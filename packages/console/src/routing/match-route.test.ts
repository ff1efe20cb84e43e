import { expect, test } from '@jest/globals';
import { entryRead, matchRead, readsBelow } from './match-route.ts';
import { restPath, signInPath, spacePath, splitSpacePath } from './paths.ts';

test.each([
  ['/contacts', 'contacts.list', {}],
  ['/contacts/duplicates', 'contacts.duplicates', {}],
  ['/contacts/con_1', 'contacts.get', { id: 'con_1' }],
  ['/tables/tbl_1/rows/row_1/history', 'rows.history', { table_id: 'tbl_1', row_id: 'row_1' }],
  ['/secrets/a%20b', 'secrets.get', { name: 'a b' }],
  ['/settings/keys/key_1/grants', 'settings.list_grants', { key_id: 'key_1' }],
])('%s is %s', (path, id, args) => {
  const read = matchRead(path);
  expect(read && `${read.contract}.${read.name}`).toBe(id);
  expect(read?.args).toEqual(args);
});

test.each(['/', '/contacts/', '/contacts/con_1/nothing', '/operator/spaces', '/contacts/export'])('%s is no read with JSON', (path) => {
  expect(matchRead(path)).toBeUndefined();
});

test('an entry of a list leads to its own read, with any name of the parameter', () => {
  expect(entryRead(matchRead('/tables')!)?.parameter).toBe('table_id');
  expect(entryRead(matchRead('/secrets')!)?.parameter).toBe('name');
  expect(entryRead(matchRead('/tags/tag_1')!)).toBeUndefined();
});

test('the lists of a table are below it', () => {
  const names = readsBelow(matchRead('/tables/tbl_1')!).map(({ contract, name }) => `${contract}.${name}`);
  expect(names).toEqual(expect.arrayContaining(['rows.list', 'columns.list', 'views.list', 'snapshots.list']));
  expect(names).not.toContain('rows.get');
});

test('an address of a Space is split and made again, with the name for people', () => {
  expect(spacePath('spc_1', '/event-subscriptions/sub_1')).toBe('/spaces/spc_1/listeners/sub_1');
  expect(restPath('/listeners/sub_1')).toBe('/event-subscriptions/sub_1');
  expect(restPath('/listenersx')).toBe('/listenersx');
  expect(splitSpacePath('/spaces/spc_1/listeners/')).toEqual({ space_id: 'spc_1', rest: '/listeners' });
  expect(splitSpacePath('/spaces/spc_1')).toEqual({ space_id: 'spc_1', rest: '' });
  expect(splitSpacePath('/me')).toBeUndefined();
});

test('the sign-in page gets the whole path as one parameter', () => {
  expect(signInPath('/spaces/spc_1/contacts?search=a&sort=name')).toBe(
    '/sign-in?next=%2Fspaces%2Fspc_1%2Fcontacts%3Fsearch%3Da%26sort%3Dname',
  );
});

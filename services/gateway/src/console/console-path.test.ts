import { expect, test } from '@jest/globals';
import { localPath, parseConsolePath } from './console-path.ts';

test.each([
  ['/spaces/spc_1/v1/contacts?limit=1', { space_id: 'spc_1', rest: '/v1/contacts?limit=1' }],
  ['/spaces/spc_1/v1', { space_id: 'spc_1', rest: '/v1' }],
  ['/v1/person', { space_id: undefined, rest: '/v1/person' }],
  ['/spaces/%41/v1/me', { space_id: 'A', rest: '/v1/me' }],
  ['/spaces/%zz/v1/me', { space_id: '%zz', rest: '/v1/me' }],
  ['/spaces/spc_1/settings/keys', undefined],
  ['/spaces/spc_1/v10/contacts', undefined],
  ['/spaces//v1/contacts', undefined],
  ['/', undefined],
])('the target %s is read as %p', (target, parts) => {
  expect(parseConsolePath(target)).toEqual(parts);
});

test.each(['/', '/spaces/spc_1/settings/keys?open=key_1#top', '/me'])('a sign-in goes on to the path %s', (path) => {
  expect(localPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '\\\\evil.example',
  '/a\\..\\..\\evil',
  '/\n/evil.example',
  'spaces/spc_1',
])('a sign-in does not go on to %p', (text) => {
  expect(localPath(text)).toBe('/');
});

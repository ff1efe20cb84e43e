import { expect, test } from '@jest/globals';
import { plainContext } from '@space/web';
import { destinationOf, isRedirectUri, matchesRedirectUri, withParameters } from './redirect-uri.ts';

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://app.example.com:8443/cb?from=space',
  'http://localhost/callback',
  'http://127.0.0.1:49152/callback',
  'http://[::1]:3000/',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/oauth',
])('a client may be sent back to %s', (uri) => expect(isRedirectUri(uri)).toBe(true));

test.each([
  ['plain http', 'http://example.com/cb'],
  ['a host that only looks like a loopback', 'http://localhost.example.com/cb'],
  ['a loopback as a user name', 'http://localhost@example.com/cb'],
  ['a user name', 'https://user@example.com/cb'],
  ['a fragment', 'https://example.com/cb#x'],
  ['a backslash', 'https://example.com\\@evil.example/cb'],
  ['a line break', 'https://example.com/cb\r\nSet-Cookie: a=b'],
  ['a letter outside ASCII', 'https://exämple.com/cb'],
  ['a script', 'javascript:alert(1)'],
  ['a tool of Windows', 'ms-msdt:/id'],
  ['a search of Windows', 'search-ms:query=x'],
  ['a scheme without a dot', 'example-app:/cb'],
  ['data', 'data:text/html,x'],
  ['a file', 'file:///etc/passwd'],
  ['no scheme', '/cb'],
  ['no host', 'https:///cb'],
  ['too many characters', `https://example.com/${'a'.repeat(1_000)}`],
])('a client may not be sent to %s', (_what, uri) => expect(isRedirectUri(uri)).toBe(false));

test('compares character by character, except the port of a loopback address', () => {
  expect(matchesRedirectUri(['https://a.example/cb'], 'https://a.example/cb')).toBe(true);
  for (const other of [
    'https://a.example/cb/',
    'https://a.example/CB',
    'https://a.example:443/cb',
    'https://a.example/cb?x=1',
    'https://a.example',
  ])
    expect(matchesRedirectUri(['https://a.example/cb'], other)).toBe(false);
  expect(matchesRedirectUri(['http://127.0.0.1/cb'], 'http://127.0.0.1:50123/cb')).toBe(true);
  expect(matchesRedirectUri(['http://localhost:1/cb'], 'http://localhost:2/cb')).toBe(true);
  for (const other of ['http://localhost:2/other', 'http://localhost:2@evil.example/cb', 'http://127.0.0.1:2/cb', 'https://localhost:2/cb'])
    expect(matchesRedirectUri(['http://localhost:1/cb'], other)).toBe(false);
});

test('names the destination as people read it', () => {
  expect(destinationOf('https://claude.ai/api/mcp/auth_callback', plainContext('en').locale.labels.connect)).toBe('claude.ai');
  expect(destinationOf('http://127.0.0.1:5/cb', plainContext('en').locale.labels.connect)).toBe('a program on this device');
  expect(destinationOf('cursor://anysphere/cb', plainContext('en').locale.labels.connect)).toBe(
    'the app on this device that opens cursor: links',
  );
});

test('adds parameters to a query, escaped, and leaves out null', () => {
  expect(withParameters('https://a.example/cb', { code: 'x', state: null })).toBe('https://a.example/cb?code=x');
  expect(withParameters('https://a.example/cb?a=1', { state: 'b&c=d' })).toBe('https://a.example/cb?a=1&state=b%26c%3Dd');
});

import { expect, test } from '@jest/globals';
import { parseClientMetadata, shownName } from './client.ts';
import { isDocumentUrl } from './client-documents.ts';

test('a name is shown as one line without invisible characters, at most 100 characters', () => {
  expect(shownName('  Claude\n\u202eevil\u200b  app ', 'x')).toBe('Claude evil app');
  expect(shownName('\u0000\u200b', 'claude.ai')).toBe('claude.ai');
  expect(shownName(undefined, 'claude.ai')).toBe('claude.ai');
  expect([...shownName('😀'.repeat(200), 'x')]).toHaveLength(100);
});

const redirect_uris = ['https://a.example/cb'];

test.each([
  ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['redirect URIs that are no list', { redirect_uris: 'https://a.example/cb' }, 'invalid_redirect_uri'],
  ['a redirect URI of plain http', { redirect_uris: ['http://a.example/cb'] }, 'invalid_redirect_uri'],
  ['too many redirect URIs', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }, 'invalid_redirect_uri'],
  ['no authorization code', { redirect_uris, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  ['the implicit flow', { redirect_uris, response_types: ['token'] }, 'invalid_client_metadata'],
  ['a number as name', { redirect_uris, client_name: 7 }, 'invalid_client_metadata'],
  ['no object', 'text', 'invalid_client_metadata'],
])('metadata with %s is refused', (_what, metadata, code) => {
  expect(() => parseClientMetadata(metadata)).toThrow(expect.objectContaining({ code }));
});

test('the error of metadata names the field and the rule', () => {
  expect(() => parseClientMetadata({ redirect_uris: [] })).toThrow(
    'The metadata of the client is invalid: redirect_uris must not be empty.',
  );
  expect(() => parseClientMetadata({ redirect_uris, client_name: 7 })).toThrow('client_name must be a string.');
  expect(() => parseClientMetadata('text')).toThrow(
    'The metadata of the client is invalid: it must be an object, such as {"redirect_uris":"…"}.',
  );
});

test('the id of a client is a document when it is a canonical URL with a path', () => {
  expect(isDocumentUrl('https://claude.ai/oauth/client.json')).toBe(true);
  for (const other of [
    'cli_01jd',
    'https://claude.ai/',
    'https://claude.ai',
    'https://claude.ai/a/../b',
    'https://claude.ai/a#b',
    'https://me@claude.ai/a',
    'HTTPS://claude.ai/a',
    'ftp://claude.ai/a',
    `https://claude.ai/${'a'.repeat(1_000)}`,
  ])
    expect(isDocumentUrl(other)).toBe(false);
});

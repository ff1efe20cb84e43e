import { expect, test } from '@jest/globals';
import { databaseTarget } from './target.ts';

const base = 'postgres://space:s3cret@db.example:5432/space';

test('a URL without sslmode is not encrypted, and parameters of TLS do not reach the driver', () => {
  expect(databaseTarget(`${base}?application_name=x`)).toEqual({ url: `${base}?application_name=x`, ssl: false });
  expect(databaseTarget(`${base}?sslmode=verify-full`, { ca: 'CA' }).url).toBe(base);
});

test.each([
  ['require', {}, false, false],
  ['no-verify', { ca: 'CA' }, false, false],
  ['require', { ca: 'CA' }, true, true],
  ['verify-ca', { ca: 'CA' }, true, true],
  ['verify-full', {}, true, false],
  ['verify-full', { ca: 'CA', cert: 'CERT', key: 'KEY' }, true, false],
] as const)('sslmode=%s with %j: verified %s, any host name %s', (mode, certificates, rejectUnauthorized, isAnyHost) => {
  const { ssl } = databaseTarget(`${base}?sslmode=${mode}`, certificates);
  expect(ssl).toMatchObject({ ...certificates, rejectUnauthorized });
  expect(Object.hasOwn(ssl as object, 'checkServerIdentity')).toBe(isAnyHost);
});

test.each([
  ['mysql://space:s3cret@db/space', {}, 'postgres://'],
  ['no url s3cret', {}, 'postgres://'],
  [`${base}?sslmode=prefer`, {}, 'sslmode=prefer'],
  [`${base}?sslmod=verify-full`, {}, 'the parameter sslmod,'],
  [`${base}?sslmode=verify-full&sslrootcert=/missing/ca.pem`, {}, 'sslrootcert that cannot be read (ENOENT)'],
  [`${base}?sslmode=verify-ca`, {}, 'without a CA'],
  [`${base}?sslmode=require`, { cert: 'CERT' }, 'certificate of the client and its key'],
  [base, { ca: 'CA' }, 'no TLS'],
  [`${base}?sslmode=disable`, { cert: 'CERT', key: 'KEY' }, 'no TLS'],
])('%s with %j is refused', (url, certificates, message) => {
  expect(() => databaseTarget(url, certificates)).toThrow(message);
  expect(() => databaseTarget(url, certificates)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('s3cret') }));
});

import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { signatureOf, verifySignature } from './verify-signature.ts';

const secret = 'whsec_dGhpcyBpcyBub3QgYSBzZWNyZXQ=';
const text = '1767225600.{"id":"evt_1","label":"Grüße"}';
const header = `t=1767225600,v1=${createHmac('sha256', secret).update(text).digest('hex')}`;

test('a signature matches with its secret, also with spaces around it', async () => {
  expect(await verifySignature(secret, text, header)).toBe('matches');
  expect(await verifySignature(` ${secret}\n`, text, header)).toBe('matches');
});

test('a signature differs with another secret or another body', async () => {
  expect(await verifySignature('whsec_other', text, header)).toBe('differs');
  expect(await verifySignature(secret, `${text} `, header)).toBe('differs');
});

test('a header without a signature has none', () => {
  expect(signatureOf('t=1')).toBeUndefined();
});

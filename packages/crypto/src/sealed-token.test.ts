import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { sealedToken } from './sealed-token.ts';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(randomBytes(32).toString('base64'));
const schema = z.object({ page: z.string() });
let time = 1_000;
const previews = sealedToken(box, { purpose: 'preview', schema, now: () => time });

test('opens a token that it sealed until the token expires', () => {
  time = 1_000;
  const token = previews.seal({ page: 'pag_1' }, 2_000);
  expect(previews.open(token)).toEqual({ page: 'pag_1' });
  time = 2_000;
  expect(previews.open(token)).toBeUndefined();
  expect(previews.open(previews.seal({ page: 'pag_2' }))).toEqual({ page: 'pag_2' });
});

test('refuses a token of another purpose, of another installation, or with another shape', () => {
  const visits = sealedToken(box, { purpose: 'visit', schema });
  expect(previews.open(visits.seal({ page: 'pag_1' }))).toBeUndefined();
  const foreign = sealedToken(createSecretBox(randomBytes(32).toString('base64')), { purpose: 'preview', schema });
  expect(previews.open(foreign.seal({ page: 'pag_1' }))).toBeUndefined();
  const other = sealedToken(box, { purpose: 'preview', schema: z.object({ post: z.string() }) });
  expect(previews.open(other.seal({ post: 'pst_1' }))).toBeUndefined();
});

test('refuses changed, misspelt, overlong and missing tokens', () => {
  const token = previews.seal({ page: 'pag_1' });
  const changed = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  for (const text of [changed, `${token}=`, `${token} `, `${token}${'A'.repeat(3_000)}`, '', undefined, null, 7, [token]])
    expect(previews.open(text)).toBeUndefined();
});

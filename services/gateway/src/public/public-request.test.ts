import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { publicPage } from '@space/contracts/core';
import { readPageRequest, sharedPageRequest } from './public-request.ts';

/** A form as a browser sends it. */
const form = (headers: Record<string, string>): IncomingMessage =>
  Object.assign(Readable.from([Buffer.from('email=ada%40example.com')]), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'pages.example.com', ...headers },
    socket: { remoteAddress: '192.0.2.1' },
  }) as never;

const signUp = publicPage({ summary: 'Sign up', method: 'POST', path: '/f/:form_id', parameters: {} });

const admitForm = async (): Promise<void> => {};

const embedded = { 'sec-fetch-site': 'cross-site', origin: 'null', cookie: 'session=1' };

test('a form from a page with an opaque origin is forbidden', async () => {
  await expect(readPageRequest(form(embedded), '/f/frm_1', '', signUp, admitForm)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a page that accepts forms of any site gets the form without the cookie', async () => {
  expect(await readPageRequest(form(embedded), '/f/frm_1', 'a=1', { ...signUp, from_any_site: true }, admitForm)).toEqual({
    path: '/f/frm_1',
    query: { a: '1' },
    form: { email: 'ada@example.com' },
    cookie: null,
    if_none_match: null,
  });
});

test('a path that is too long is not found', async () => {
  const path = `/${'a'.repeat(3_000)}`;
  expect(() => sharedPageRequest(path)).toThrow('too long');
  await expect(readPageRequest(form({}), path, '', signUp, admitForm)).rejects.toMatchObject({ code: 'not_found' });
});

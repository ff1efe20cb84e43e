import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { publicPage } from '@space/contracts/core';
import { pageRequestOf, sharedPageRequest } from './public-request.ts';

/** The head of a form as a browser sends it. */
const form = (headers: Record<string, string>): IncomingMessage =>
  ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'pages.example.com', ...headers },
  }) as never;

const signUp = publicPage({ summary: 'Sign up', method: 'POST', path: '/f/:form_id', parameters: {} });

const embedded = { 'sec-fetch-site': 'cross-site', origin: 'null', cookie: 'session=1' };

test('a form from a page with an opaque origin is forbidden', () => {
  expect(() => pageRequestOf(form(embedded), '/f/frm_1', '', signUp)).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

test('a page that accepts forms of any site gets the form without the cookie', () => {
  expect(pageRequestOf(form(embedded), '/f/frm_1', 'a=1', { ...signUp, from_any_site: true })).toEqual({
    path: '/f/frm_1',
    query: { a: '1' },
    form: null,
    cookie: null,
    if_none_match: null,
    locale: 'en',
  });
});

test('a path that is too long is not found', () => {
  const path = `/${'a'.repeat(3_000)}`;
  expect(() => sharedPageRequest(path, 'en')).toThrow('too long');
  expect(() => pageRequestOf(form({}), path, '', signUp)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

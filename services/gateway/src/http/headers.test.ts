import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { responseHeaders } from '../openapi/headers.ts';
import { COMMON_HEADERS } from './headers.ts';

const basics = readFileSync(join(import.meta.dirname, '../../../../docs/api/basics.md'), 'utf8');

/** The headers of answers that the tables of the guide name. */
const documented = [...basics.matchAll(/^\| Header \|.*\n\|[-|]+\n((?:\|.*\n)+)/gm)].flatMap(([, rows]) =>
  rows!
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, , direction]) => direction !== 'request')
    .map(([, name]) => /^`([\w-]+)/.exec(name!)![1]!),
);

const exposed = COMMON_HEADERS[COMMON_HEADERS.indexOf('Access-Control-Expose-Headers') + 1]!.split(', ');

test('the guide names each header of answers in the OpenAPI document', () => {
  expect(documented).toEqual(expect.arrayContaining(Object.keys(responseHeaders)));
});

test('a page of another origin can read each header of answers that the guide names', () => {
  expect(documented).toEqual(expect.arrayContaining(['Allow', 'Content-Disposition', 'Understood']));
  const readable = documented.filter((name) => !name.startsWith('Access-Control-'));
  expect([...exposed].sort()).toEqual(readable.sort());
});

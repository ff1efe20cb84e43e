import { beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '@space/contracts/catalog';
import { MAX_FORM_BYTES } from '@space/contracts/core';
import { profile } from '../profile.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { newPublicSpace, type PublicSpace } from './public-space.ts';
import type { RawRequest } from './send.ts';

const pages = catalog
  .filter(({ operation }) => operation.audience === 'public')
  .map(({ id, operation }) => ({ id, method: operation.route!.method, path: operation.route!.path }));

let space: PublicSpace;
beforeAll(async () => {
  space = await newPublicSpace();
});

const urlOf = (path: string, parameters: Readonly<Record<string, string>>): string =>
  profile.public_url + path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'nothing');

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const fieldsOf = (nameOf: (n: number) => string): string => {
  let body = '';
  for (let n = 0; body.length < MAX_FORM_BYTES - 16; n++) body += `${nameOf(n)}&`;
  return body;
};

/** Bodies of forms: one name as often as possible, as many names as possible, one long value, and one that is all escapes. */
const bodies: readonly string[] = [
  'a&'.repeat(MAX_FORM_BYTES / 2),
  fieldsOf((n) => n.toString(36)),
  `email=${'a.'.repeat(32_000)}`,
  `email=${'%F0%9F%98%80'.repeat(5_000)}`,
];

const headers = {
  cookie: `a=${'b; a='.repeat(1_500)}`,
  'if-none-match': `${'"a",'.repeat(1_500)}"b"`,
  'accept-language': 'en;q=0.1,'.repeat(100),
};

/** Returns the most expensive requests for a page. */
const requestsFor = (method: string, url: string): RawRequest[] =>
  method === 'POST'
    ? bodies.map((body) => ({ method, url, headers: FORM, body }))
    : [
        { method, url: `${url}?${'a&'.repeat(6_000)}` },
        { method, url: `${url}?${Array.from({ length: 2_500 }, (_, n) => n.toString(36)).join('&')}` },
        { method, url: `${url}?from=${'%F0%9F%98%80'.repeat(1_000)}` },
        { method, url, headers },
      ];

describe.each(pages)('$id', ({ id, method, path }) => {
  test('stays within its budget for addresses that do not exist', async () => {
    for (const parameter of ['nothing', 'a-'.repeat(900), '%F0%9F%98%80'.repeat(160), '%2F'.repeat(600)]) {
      const url = profile.public_url + path.replace(/:(\w+)/g, parameter);
      for (const request of parameter === 'nothing' ? requestsFor(method, url) : requestsFor(method, url).slice(0, 1))
        expect((await expectWithinBudget(id, request)).status).toBeGreaterThanOrEqual(200);
    }
  });

  test('stays within its budget for an address that exists', async () => {
    const url = urlOf(path, space.parameters[path] ?? {});
    for (const request of requestsFor(method, url)) expect((await expectWithinBudget(id, request)).status).toBeGreaterThanOrEqual(200);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathParameters } from '@space/contracts/core';
import type { z } from 'zod';
import { newSpace } from '../space.ts';
import { createFixtures, validInput } from './fixtures.ts';
import { call, fieldsOf, isPage, operations, type Routed, takesBody } from './operations.ts';

const unknownId = (name: string) => `${name === 'as_of' ? 'snp' : 'con'}_01jd0000000000000000000000`;

const basics = readFileSync(join(import.meta.dirname, '../../docs/api/basics.md'), 'utf8');
const [, sentence = ''] = /(An id in the query that selects what is read is 404[^.]*)\./.exec(basics) ?? [];
/** The parameters that select what is read, as docs/api/basics.md names them. */
const selectors = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name!);

const isId = (name: string) => name.endsWith('_id') || name === 'as_of';

/** Every id that a query can have, by operation. */
const queryIds = operations
  .filter(({ route }) => route.method === 'GET')
  .flatMap((entry) =>
    Object.keys(entry.operation.input.shape)
      .filter((name) => isId(name) && !pathParameters(entry.route.path).includes(name))
      .map((name) => ({ id: entry.id, name, entry })),
  );

/** Returns true for a list; an explanation of an event that does not exist says so. */
const isList = ({ operation }: Routed) => 'data' in (operation.output as z.ZodObject).shape;

test('the guide names only parameters that select what is read', () => {
  expect(selectors).toEqual(expect.arrayContaining(['view_id', 'subscription_id']));
  expect(selectors.filter((selector) => !queryIds.some(({ name }) => name === selector))).toEqual([]);
});

test.each(queryIds.filter(({ name, entry }) => isList(entry) && !selectors.includes(name)))(
  '$id with a $name that does not exist finds nothing',
  async ({ entry, name }) => {
    const space = await newSpace();
    const args = { ...validInput(entry), ...(await createFixtures(space, entry)), [name]: unknownId(name) };
    expect(await call(space.request, entry, args)).toMatchObject({
      status: 200,
      body: { data: [], ...(isPage(entry) && { has_more: false }) },
    });
  },
);

test.each(queryIds.filter(({ name }) => selectors.includes(name)))(
  '$id with a $name that does not exist is not found',
  async ({ entry, name }) => {
    const space = await newSpace();
    const args = { ...validInput(entry), ...(await createFixtures(space, entry)), [name]: unknownId(name) };
    expect((await call(space.request, entry, args)).body).toMatchObject({ status: 404, code: 'not_found' });
  },
);

/** Every field of a body that names resources by id, of routes without an id in the path. */
const bodyIds = operations
  .filter((entry) => takesBody(entry) && pathParameters(entry.route.path).length === 0)
  .flatMap((entry) =>
    fieldsOf(entry)
      .filter(([name]) => isId(name) || name.endsWith('_ids'))
      .map(([name]) => ({ id: entry.id, name, entry })),
  );

test.each(bodyIds)('$id with a $name that does not exist answers a status that the reference has', async ({ entry, name }) => {
  const { request } = await newSpace();
  const required = fieldsOf(entry).filter(([, schema]) => schema._zod.optin === undefined);
  const input = validInput(entry);
  const unknown = unknownId(name);
  const args = {
    ...Object.fromEntries(required.map(([field]) => [field, input[field]])),
    [name]: name.endsWith('_ids') ? [unknown] : unknown,
  };
  const { status } = await call(request, entry, args);
  const { paths } = (await request('GET', '/openapi.json')).body;
  expect(Object.keys(paths[entry.route.path][entry.route.method.toLowerCase()].responses)).toContain(String(status));
});

import { expect, test } from '@jest/globals';
import { pathParameters } from '@space/contracts/core';
import { newSpace } from '../space.ts';
import { createFixtures, validInput } from '../surface/fixtures.ts';
import { type Arguments, call, operations, operationsWithId, type Routed, sampled } from '../surface/operations.ts';

const deletions = operations.filter(({ name }) => name === 'delete');

/** Operations that read or restore what is deleted. */
const ofThePast: readonly string[] = ['rows.history', 'rows.revert', 'tags.restore'];

/** Every other call that names a thing which `deletion` deletes. */
const after = (deletion: Routed): Routed[] =>
  operationsWithId.filter(
    ({ id, route }) => !ofThePast.includes(id) && (route.path === deletion.route.path || route.path.startsWith(`${deletion.route.path}/`)),
  );

const pairs = deletions.flatMap((deletion) => after(deletion).map((entry) => ({ ...entry, entry, deletion })));

test.each(sampled(pairs))('$id of a deleted resource is 404', async ({ entry, deletion }) => {
  const { request, ...space } = await newSpace();
  const things: Arguments = await createFixtures({ request, ...space }, entry);
  const inPath = pathParameters(deletion.route.path);
  const forGood = Object.fromEntries(
    ['hard', 'permanent'].filter((name) => name in deletion.operation.input.shape).map((name) => [name, true]),
  );
  expect(await call(request, deletion, { ...Object.fromEntries(inPath.map((name) => [name, things[name]])), ...forGood })).toMatchObject({
    status: 200,
    body: { id: things[inPath.at(-1)!], deleted: true },
  });
  expect((await call(request, entry, { ...validInput(entry), ...things })).body).toMatchObject({ status: 404, code: 'not_found' });
});

test('of concurrent deletes of one contact exactly one succeeds', async () => {
  const { request, client } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => request('DELETE', `/contacts/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
});

test('of concurrent creates of one email exactly one succeeds, and the others get its id', async () => {
  const { request } = await newSpace();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      request('POST', '/contacts', { body: { name: `Ada ${n}`, email: n % 2 ? 'ada@example.com' : 'ADA@example.com' } }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const { status, text } of answers) if (status !== 201) expect(text).toContain(made[0]!.body.id);
  expect((await request('GET', '/contacts?include_total=true')).body.total).toBe(1);
});

import { describe, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '@space/contracts/core';
import type { RequestOptions } from '../api-request.ts';
import type { ApiResponse } from '../api-response.ts';
import { newSpace } from '../space.ts';
import { sharedFixtures } from './fixtures.ts';
import { type Arguments, call, fieldsOf, operations, type Routed, sampled, takesBody } from './operations.ts';

/** Calls an operation with valid arguments except `faulty`, so that an error can only come from those. */
async function callWith(entry: Routed, faulty: Arguments, options?: RequestOptions): Promise<ApiResponse> {
  const { space, args } = await sharedFixtures(entry);
  return call(space.request, entry, { ...args, ...faulty }, options);
}

const named = (path: string) => expect.objectContaining({ errors: expect.arrayContaining([expect.objectContaining({ path })]) });

test.each(sampled(operations))('$id rejects an unknown field and names it', async (entry) => {
  const answer = await callWith(entry, { surprise: 'x' });
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid', detail: expect.stringContaining('surprise') });
  expect(answer.body).toEqual(named('surprise'));
});

/** Returns a value that the schema of a field rejects and that a query or a body can contain. */
function invalidValue(entry: Routed, schema: ReturnType<typeof fieldsOf>[number][1]): unknown {
  const candidates = takesBody(entry) ? [{ surprise: { deep: 1 } }, 'x'.repeat(200_000), 12, [[]]] : ['x'.repeat(7_000)];
  const found = candidates.find((value) => !schema.safeParse(value).success);
  if (found === undefined) throw new Error(`A field of ${entry.id} accepts every value.`);
  return found;
}

/** Fields that take any value. */
const takesAnything = new Set(['http_requests.send body']);

const faults = sampled(operations).flatMap((entry) =>
  fieldsOf(entry)
    .filter(([field]) => !takesAnything.has(`${entry.id} ${field}`))
    .map(([field, schema]) => ({ id: entry.id, field, entry, wrong: invalidValue(entry, schema) })),
);

test.each(faults)('$id rejects an invalid $field and names it', async ({ entry, field, wrong }) => {
  const answer = await callWith(entry, { [field]: wrong });
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid' });
  expect(answer.body.errors.map(({ path }: { path: string }) => path.split('.')[0])).toContain(field);
});

describe.each(sampled(operations.filter(takesBody)))('the body of $id', (entry) => {
  const sends = async (raw: string, headers: Record<string, string> = {}) => (await callWith(entry, {}, { raw, headers })).body;

  test('above 1 MiB, or above the limit of the operation, is 413', async () => {
    expect(await sends(JSON.stringify({ bio: 'x'.repeat(entry.operation.max_body_bytes ?? MAX_BODY_BYTES) }))).toMatchObject({
      status: 413,
      code: 'too_large',
    });
  });

  test('with another media type than JSON is 415', async () => {
    expect(await sends('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  test('with invalid JSON is 400', async () => {
    expect(await sends('{"name": "Ada",}')).toMatchObject({ status: 400, code: 'invalid', detail: expect.stringContaining('JSON') });
  });

  test.each(['[]', '"text"', '12', 'null', 'true'])('that is %s instead of an object is 400', async (raw) => {
    expect(await sends(raw)).toMatchObject({ status: 400, code: 'invalid', detail: 'The body must be a JSON object.' });
  });

  test('with a hundred thousand levels is 400', async () => {
    expect(await sends(`{"custom_fields":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`)).toMatchObject({
      status: 400,
      errors: [{ code: 'too_deep' }],
    });
  });
});

test.each(
  operations.filter(
    ({ operation, route }) => route.method === 'POST' && !operation.input.safeParse({}).success && !route.path.includes(':'),
  ),
)('$id without a body names every missing field', async (entry) => {
  const { request } = await newSpace();
  const answer = await request('POST', entry.route.path);
  const required = fieldsOf(entry)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([name]) => name);
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid' });
  expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(required));
});

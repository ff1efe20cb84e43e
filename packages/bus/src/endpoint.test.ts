import { describe, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { operation, Problem } from '@space/contracts/core';
import { z } from 'zod';
import type { Request } from './bus.ts';
import { type Call, createEndpoint, type EndpointHooks, extendJson, type Handler, inputErrors, Json, withBefore } from './endpoint.ts';

const update = operation({
  summary: 'Change a thing',
  route: { method: 'PATCH', path: '/things/:id', status: 200 },
  input: z.strictObject({
    id: z.string(),
    name: z.string().min(1).optional(),
    size: z.int().default(7),
    when: z.union([z.strictObject({ day: z.string() }), z.strictObject({ all: z.array(z.strictObject({ hour: z.int() })) })]).optional(),
  }),
  output: z.object({ id: z.string() }),
  elsewhere: { owner: 'set it by POST /things/{id}/owner' },
  versioned: true,
});
type Update = typeof update;

const request = (over: Partial<Omit<Request, 'body'>> & { body?: unknown } = {}): Request => ({
  caller: { space_id: 'spc_1', key_id: 'key_1', actor: { kind: 'api_key', id: 'key_1', name: 'Key' } },
  params: { id: 'thing_1' },
  request_id: 'req_1',
  deadline: Date.now() + 5_000,
  trace: {},
  ...over,
  body: over.body === undefined ? null : Buffer.from(typeof over.body === 'string' ? over.body : JSON.stringify(over.body)),
});

/** Answers a request and returns the call that the handler received. */
async function ask(
  over: Parameters<typeof request>[0] = {},
  handler: Handler<Update> = async ({ input }) => ({ id: input.id }),
  hooks: EndpointHooks = {},
) {
  let seen: Call<Update> | undefined;
  const reply = await createEndpoint(
    'things.update',
    update,
    (call) => {
      seen = call;
      return handler(call);
    },
    hooks,
  )(request(over));
  return {
    reply,
    call: seen,
    refusal: reply.problem && { code: reply.problem.code, detail: reply.problem.message, errors: reply.problem.extras.errors },
  };
}

describe('a call', () => {
  test('merges path, query and body and applies defaults', async () => {
    const { call, reply } = await ask({ body: { name: 'New' } });
    expect(call).toMatchObject({
      operation_id: 'things.update',
      input: { id: 'thing_1', name: 'New', size: 7 },
      if_version: null,
      replayed: false,
    });
    expect(Buffer.from(reply.body!).toString()).toBe('{"id":"thing_1"}');
  });

  test('without a body consists of path and query', async () => {
    expect((await ask({ params: { id: 'x', size: 3 } })).call?.input).toEqual({ id: 'x', size: 3 });
    expect((await ask({ body: '' })).call?.input).toEqual({ id: 'thing_1', size: 7 });
  });

  test('with a value that cannot be stored gets the errors of its other fields too', async () => {
    const { refusal, call } = await ask({ body: { name: 'a\u0000', size: 'x', colour: 1 } });
    expect([refusal, call]).toMatchObject([
      { code: 'invalid', errors: [{ path: 'name', code: 'invalid_character' }, { path: 'size' }, { path: 'colour' }] },
      undefined,
    ]);
  });

  test('is not started after its deadline', async () => {
    const { refusal, call } = await ask({ deadline: Date.now() - 1 });
    expect([refusal?.code, call]).toEqual(['timeout', undefined]);
  });

  test.each([
    ['"3"', [3]],
    ['"3.17"', [3]],
    ['W/"3"', [-1]],
    [' "12" ', [12]],
    ['*', null],
    ['"abc"', [-1]],
    ['3', [-1]],
    ['"1", "2"', [1, 2]],
    [undefined, null],
  ])('reads If-Match %j as the versions %j', async (if_match, version) => {
    expect((await ask({ if_match })).call?.if_version).toEqual(version);
  });

  test('carries an idempotency key with a hash of its input that does not depend on the order of fields', async () => {
    const hash = async (body: unknown) => (await ask({ body, idempotency_key: 'k' })).call?.idempotency;
    const first = await hash('{"name":"a","size":1}');
    expect(first).toEqual({ key: 'k', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await hash('{ "size": 1, "name": "a" }')).toEqual(first);
    expect(await hash('{"name":"a","size":2}')).not.toEqual(first);
    expect((await ask()).call?.idempotency).toBeUndefined();
  });
});

describe('an invalid input', () => {
  test('is rejected with all field errors, and a detail about the first', async () => {
    const { refusal, call } = await ask({ body: { name: '', size: 'big', colour: 'red', weight: 1 } });
    expect(call).toBeUndefined();
    expect(refusal?.code).toBe('invalid');
    expect(refusal?.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['name', 'too_small'],
      ['size', 'invalid_type'],
      ['colour', 'unknown_field'],
      ['weight', 'unknown_field'],
    ]);
    expect(refusal?.detail).toMatch(/^name: .+ \(and 3 more\)\.$/);
  });

  test('is rejected with its unknown fields, at any depth', async () => {
    expect((await ask({ body: { when: { day: 'today', hours: 3 } } })).refusal?.errors).toEqual([
      { path: 'when.hours', code: 'unknown_field', message: 'is not a field of this request' },
    ]);
  });

  test('is rejected with the operation that has the field, at the top only', async () => {
    expect((await ask({ body: { owner: 'Ada', toString: 1, when: { day: 'today', owner: 'Ada' } } })).refusal?.errors).toEqual([
      { path: 'when.owner', code: 'unknown_field', message: 'is not a field of this request' },
      { path: 'owner', code: 'unknown_field', message: 'is not a field of this request; set it by POST /things/{id}/owner' },
      { path: 'toString', code: 'unknown_field', message: 'is not a field of this request' },
    ]);
  });

  test('of a union is validated against the closest branch', async () => {
    expect((await ask({ body: { when: { all: [{ hour: 1 }, { hour: 'two' }] } } })).refusal?.errors).toMatchObject([
      { path: 'when.all.1.hour', code: 'invalid_type' },
    ]);
  });

  test('is rejected if the body repeats a path parameter', async () => {
    expect((await ask({ body: { id: 'other' } })).refusal).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'id', code: 'unknown_field', message: 'is given by the path' }],
    });
  });

  test('is rejected if the body repeats a query parameter', async () => {
    expect((await ask({ params: { id: 'x', name: 'a' }, body: { name: 'b' } })).refusal).toMatchObject({
      code: 'invalid',
      detail: 'name is given by the query and must not be in the body.',
    });
  });

  test.each(['[]', '"text"', 'null', '7'])('is rejected if the body is %s', async (body) => {
    expect((await ask({ body })).refusal).toMatchObject({ code: 'invalid', detail: 'The body must be a JSON object.' });
  });

  test('is rejected if the body is invalid JSON or invalid UTF-8', async () => {
    expect((await ask({ body: '{"name": "a",}' })).refusal).toMatchObject({
      code: 'invalid',
      detail: expect.stringContaining('The body is not valid JSON'),
    });
    const broken = { ...request(), body: new Uint8Array([0x7b, 0xff, 0x7d]) };
    expect((await createEndpoint('things.update', update, async () => ({ id: '' }))(broken)).problem).toMatchObject({
      code: 'invalid',
      message: 'The body is not valid JSON: it is not UTF-8.',
    });
  });

  test('with the key __proto__ is rejected and changes no prototype', async () => {
    expect((await ask({ body: '{"__proto__": {"admin": true}}' })).refusal).toMatchObject({
      code: 'invalid',
      detail: expect.stringContaining('__proto__'),
    });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

/** Returns the ETag of an answer with this text, always of the same version. */
async function etagOf(text: string, etagInput?: number): Promise<string | undefined> {
  const { reply } = await ask({}, async () => new Json<{ id: string }>(text, 4, etagInput));
  return reply.body && reply.etag;
}

describe('an answer', () => {
  test('of an update has the former values of changed fields, and the ETag of a read', async () => {
    const read = () => new Json<{ id: string }>('{"id":"thing_1"}', 4);
    const changed = withBefore(read(), { name: 'Old', size: 7 }, ['name']);
    expect(JSON.parse(changed.text)).toEqual({ id: 'thing_1', before: { name: 'Old' } });
    expect(extendJson(read(), {}).text).toBe(read().text);
    const { reply } = await ask({}, async () => read());
    expect((await ask({}, async () => changed)).reply).toMatchObject({ etag: expect.stringMatching(/^"4\.\d+"$/) });
    expect((await ask({}, async () => changed)).reply).toMatchObject(reply.problem ? { problem: null } : { etag: reply.etag });
  });

  test('of JSON text is sent unchanged, with its version in the ETag', async () => {
    const { reply } = await ask({}, async () => new Json<{ id: string }>('{"id": "as it is"}', 4));
    expect([Buffer.from(reply.body!).toString(), reply.body && reply.etag]).toEqual([
      '{"id": "as it is"}',
      expect.stringMatching(/^"4\.\d{1,10}"$/),
    ]);
  });

  test('has another ETag for another text of the same version, and If-Match accepts both', async () => {
    const [one, same, other] = [await etagOf('{"id":"a"}'), await etagOf('{"id":"a"}'), await etagOf('{"id":"b"}')];
    expect([one === same, one === other]).toEqual([true, false]);
    for (const if_match of [one!, other!]) expect((await ask({ if_match })).call?.if_version).toEqual([4]);
  });

  test('with etagInput has an ETag of version and etagInput, independent of the text', async () => {
    expect([await etagOf('{"id":"a"}', 7), await etagOf('{"id":"b"}', 7), await etagOf('{"id":"a"}', 8)]).toEqual([
      '"4.7"',
      '"4.7"',
      '"4.8"',
    ]);
  });

  test('that is a stored response has the flag replayed', async () => {
    const { reply } = await ask({}, async (call) => {
      call.replayed = true;
      return { id: 'x' };
    });
    expect(reply).toMatchObject({ replayed: true });
  });

  test('of a thrown Problem has its code and extras', async () => {
    const { reply } = await ask({}, async () => {
      throw new Problem('duplicate', 'It exists already.', { existing_id: 'x' });
    });
    expect(reply.problem).toMatchObject({ code: 'duplicate', message: 'It exists already.', extras: { existing_id: 'x' } });
  });

  test('of another error hides its message from the caller and passes it to the hook', async () => {
    const bug = new Error('password=hunter2');
    const failures: unknown[] = [];
    const { reply } = await ask(
      {},
      async () => {
        throw bug;
      },
      {
        failed: (error, operationId, { request_id }) => {
          failures.push(error, operationId, request_id);
          return new Problem('unavailable', 'Try again.');
        },
      },
    );
    expect(failures).toEqual([bug, 'things.update', 'req_1']);
    expect(reply.problem).toMatchObject({ code: 'unavailable' });
    expect(
      (
        await ask({}, async () => {
          throw bug;
        })
      ).refusal,
    ).toMatchObject({ code: 'internal', detail: expect.not.stringContaining('hunter2') });
  });

  test('that does not match its schema becomes internal if outputs are checked', async () => {
    const wrong: Handler<Update> = async () => ({ id: 5 as unknown as string });
    expect((await ask({}, wrong, { checkOutputs: true })).refusal?.code).toBe('internal');
    expect((await ask({}, wrong)).refusal).toBeUndefined();
  });
});

test('tags in the fields of a contact are refused with the ways to add them', () => {
  const { create, update: change } = contracts.contacts.operations;
  const message = 'is not a field of this request; ';
  expect(inputErrors(create, { name: 'Ada', email: 'ada@example.com', tags: ['vip'] })).toEqual([
    {
      path: 'tags',
      code: 'unknown_field',
      message: `${message}add tags by POST /contacts/{id}/tags, or with the contact by POST /contacts/upsert`,
    },
  ]);
  expect(inputErrors(change, { id: 'con_1', tags: [] })).toEqual([
    {
      path: 'tags',
      code: 'unknown_field',
      message: `${message}add tags by POST /contacts/{id}/tags, and remove them by DELETE /contacts/{id}/tags`,
    },
  ]);
});

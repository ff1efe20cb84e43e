import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES, Problem } from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import type { Bus, Endpoint, Reply, Request } from './bus.ts';

/** Features that only some buses have. */
export interface BusFeatures {
  /** Requests and signals reach other processes, and the processes of one service share its work. */
  readonly betweenProcesses: boolean;
}

/** A bus to be tested: each `open` is one more process on the same bus. */
export type OpenBus = () => Promise<Bus>;

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Defines the tests that every bus passes: the guarantees of the port. */
export function describeBus(name: string, features: BusFeatures, open: OpenBus): void {
  describe(`the bus ${name}`, () => {
    let serving: Bus;
    let client: Bus;
    const opened: Bus[] = [];
    const another = async (): Promise<Bus> => {
      const bus = await open();
      opened.push(bus);
      return bus;
    };
    beforeAll(async () => {
      serving = await another();
      client = features.betweenProcesses ? await another() : serving;
    });
    afterAll(() => Promise.all(opened.map((bus) => bus.close())));

    /** Serves a new subject and returns its name. */
    async function serve(answer: Endpoint['answer'], bus = serving): Promise<string> {
      const subject = newSubject();
      await bus.serve(`conformance-${randomBytes(4).toString('hex')}`, [{ subject, answer }]);
      return subject;
    }

    test('carries bodies and answers as bytes, unchanged', async () => {
      const subject = await serve(async ({ body }) => ({ body: body! }));
      for (const body of [bytes('{"a": 1}'), bytes('ünï😀'), new Uint8Array([0, 255, 13, 10, 0]), randomBytes(100_000)]) {
        const reply = await client.request(subject, request({ body }));
        expect(Buffer.from(reply.body!).equals(Buffer.from(body))).toBe(true);
      }
    });

    test('distinguishes a call without a body from one with a body', async () => {
      const subject = await serve(async ({ body }) => ({ body: bytes(String(body)) }));
      for (const body of [null, new Uint8Array()]) expect(textOf(await client.request(subject, request({ body })))).toBe('null');
    });

    test('carries the caller and all other fields besides the body, in any script', async () => {
      const subject = await serve(async ({ body: _body, ...rest }) => ({ body: bytes(JSON.stringify(rest)) }));
      const { body: _body, ...sent } = request({
        caller: { space_id: 'spc_1', key_id: 'key_1', actor: { kind: 'person', id: 'p', name: 'Zoë Müller 李 👩‍🚀 "\\\r\n\u0007\u007f' } },
        params: { id: 'con_1', filters: [{ column_key: 'ключ', op: 'eq', value: null }], limit: 5, deep: { a: [true, 1.5] } },
        idempotency_key: 'käse',
        if_match: '"3"',
        trace: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      });
      expect(JSON.parse(textOf(await client.request(subject, { ...sent, body: null })))).toEqual(sent);
    });

    test('gives the service a copy of the request', async () => {
      const subject = await serve(async ({ params }) => {
        (params.list as string[]).push('changed');
        return { body: bytes('{}') };
      });
      const sent = request({ params: { list: [] } });
      await client.request(subject, sent);
      expect(sent.params).toEqual({ list: [] });
    });

    test('carries the ETag of an answer, and its flag for a stored response', async () => {
      const subject = await serve(async ({ params }) => ({ body: bytes('{}'), ...(params as object) }));
      expect(await client.request(subject, request({ params: { etag: '"7"', replayed: true } }))).toMatchObject({
        etag: '"7"',
        replayed: true,
      });
      const plain = await client.request(subject, request({}));
      expect([plain.problem, (plain as { etag?: string }).etag, (plain as { replayed?: boolean }).replayed]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });

    test('carries the sentences on what was understood', async () => {
      const understood = ['table_id: "Größe" was read as tbl_1'];
      const subject = await serve(async () => ({ body: bytes('{}'), understood }));
      expect(await client.request(subject, request({}))).toMatchObject({ understood });
    });

    test('carries a Problem with its code, detail and extras', async () => {
      const facts = {
        errors: [{ path: 'email', code: 'invalid_format', message: 'must be an email address' }],
        retry_after_s: 3,
        existing_id: 'con_1',
        größe: null,
      };
      const subject = await serve(async () => ({ problem: new Problem('duplicate', 'Das gibt es schon: “Zoë”.', facts) }));
      const { problem } = await client.request(subject, request({}));
      expect(problem).toBeInstanceOf(Problem);
      expect({ code: problem!.code, status: problem!.status, message: problem!.message, extras: problem!.extras }).toEqual({
        code: 'duplicate',
        status: 409,
        message: 'Das gibt es schon: “Zoë”.',
        extras: facts,
      });
    });

    test('answers unavailable within a second if no process serves the subject', async () => {
      const begun = performance.now();
      await expect(client.request(newSubject(), request({}))).rejects.toMatchObject({ code: 'unavailable', extras: { retry_after_s: 1 } });
      expect(performance.now() - begun).toBeLessThan(1_000);
    });

    test('rejects with timeout at the deadline', async () => {
      const held = Promise.withResolvers<void>();
      const subject = await serve(async () => {
        await held.promise;
        return { body: bytes('{}') };
      });
      const begun = performance.now();
      await expect(client.request(subject, request({ deadline: Date.now() + 80 })))
        .rejects.toMatchObject({ code: 'timeout' })
        .finally(() => held.resolve());
      expect(performance.now() - begun).toBeLessThan(2_000);
    });

    test(`carries a request body of ${MAX_BODY_BYTES} bytes and an answer of four times that`, async () => {
      const subject = await serve(async ({ body }) => ({ body: Buffer.concat([body!, body!, body!, body!]) }));
      const reply = await client.request(subject, request({ body: Buffer.alloc(MAX_BODY_BYTES, 'x') }));
      expect(reply.problem).toBeUndefined();
      expect(reply.body).toHaveLength(4 * MAX_BODY_BYTES);
    });

    test('rejects a message that is too large, in either direction, and stays usable', async () => {
      const subject = await serve(async ({ params }) => ({ body: Buffer.alloc(params.size as number) }));
      await expect(client.request(subject, request({ body: Buffer.alloc(MAX_MESSAGE_BYTES + 1) }))).rejects.toMatchObject({
        code: 'too_large',
      });
      expect(await client.request(subject, request({ params: { size: MAX_MESSAGE_BYTES + 1 } }))).toMatchObject({
        problem: { code: 'too_large' },
      });
      expect((await client.request(subject, request({ params: { size: 3 } }))).body).toHaveLength(3);
    });

    test('answers internal for an endpoint that throws, and stays usable', async () => {
      const subject = await serve(async ({ params }) => {
        if (params.throws) throw new Error('a bug');
        return { body: bytes('{}') };
      });
      const { problem } = await client.request(subject, request({ params: { throws: true } }));
      expect(problem).toMatchObject({ code: 'internal', message: expect.not.stringContaining('a bug') });
      expect(textOf(await client.request(subject, request({})))).toBe('{}');
    });

    test('gives each of many concurrent requests its own answer', async () => {
      const subject = await serve(async ({ params }) => {
        await delay((params.n as number) % 7);
        return { body: bytes(String(params.n)) };
      });
      const answers = await Promise.all(
        Array.from({ length: 300 }, async (_, n) => textOf(await client.request(subject, request({ params: { n } })))),
      );
      expect(answers).toEqual(answers.map((_, n) => String(n)));
    });

    test('finishes requests in progress before it closes, and takes no new ones', async () => {
      const closing = await another();
      const from = features.betweenProcesses ? client : closing;
      let begun = () => {};
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const subject = await serve(async () => {
        begun();
        await delay(150);
        return { body: bytes('finished') };
      }, closing);
      const answer = from.request(subject, request({}));
      await hasBegun;
      await closing.close();
      expect(textOf(await answer)).toBe('finished');
      expect(closing.ready()).toBe(false);
      await expect(from.request(subject, request({}))).rejects.toMatchObject({ code: 'unavailable' });
    });

    test('is ready while it is open', () => {
      expect([serving.ready(), client.ready()]).toEqual([true, true]);
    });

    if (features.betweenProcesses)
      test('sends each request to one process of a service, and shares the requests among its processes', async () => {
        const subject = newSubject();
        const service = `conformance-${randomBytes(4).toString('hex')}`;
        const answered = [0, 0];
        for (const [index, bus] of [serving, await another()].entries()) {
          const answer = async () => {
            answered[index]! += 1;
            return { body: bytes('{}') };
          };
          await bus.serve(service, [{ subject, answer }]);
        }
        await Promise.all(Array.from({ length: 200 }, () => client.request(subject, request({}))));
        expect(answered[0]! + answered[1]!).toBe(200);
        expect(Math.min(...answered)).toBeGreaterThan(0);
      });

    test('delivers a signal unchanged to every subscriber until it unsubscribes', async () => {
      const signal = newSubject();
      const messages: [number, string][] = [];
      const listeners = features.betweenProcesses ? [serving, client, await another()] : [serving, serving, serving];
      const ends = listeners.map((bus, index) =>
        bus.subscribe(signal, (payload) => void messages.push([index, Buffer.from(payload).toString('hex')])),
      );
      const receiversOf = (payload: string) =>
        messages
          .filter(([, hex]) => hex === payload)
          .map(([index]) => index)
          .sort();
      await publishUntil(
        () => client.publish(signal, new Uint8Array([1])),
        () => new Set(receiversOf('01')).size === 3,
      );
      client.publish(signal, new Uint8Array([0, 255]));
      await until(() => receiversOf('00ff').length >= 3);
      ends[0]!();
      client.publish(signal, new Uint8Array([2]));
      client.publish(newSubject(), new Uint8Array([2]));
      await until(() => receiversOf('02').length >= 2);
      expect([receiversOf('00ff'), receiversOf('02')]).toEqual([
        [0, 1, 2],
        [1, 2],
      ]);
    });

    test('delivers further signals if a subscriber throws', async () => {
      const signal = newSubject();
      let count = 0;
      serving.subscribe(signal, () => {
        throw new Error('a bug');
      });
      serving.subscribe(signal, () => void count++);
      await publishUntil(
        () => client.publish(signal, bytes('x')),
        () => count > 1,
      );
      const subject = await serve(async () => ({ body: bytes('usable') }));
      expect(textOf(await client.request(subject, request({})))).toBe('usable');
    });
  });
}

const newSubject = (): string => `space.test.${randomBytes(8).toString('hex')}`;

const request = (over: Partial<Request>): Request => ({
  caller: { space_id: 'spc_1', key_id: 'key_1', actor: { kind: 'api_key', id: 'key_1', name: 'Key' } },
  params: {},
  body: null,
  request_id: 'req_1',
  deadline: Date.now() + 15_000,
  trace: {},
  ...over,
});

function textOf(reply: Reply): string {
  if (reply.problem) throw reply.problem;
  return Buffer.from(reply.body).toString();
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 5) {
    if (waited > 5_000) throw new Error('The condition did not hold within five seconds.');
    await delay(5);
  }
}

/** Publishes repeatedly until a condition holds: a subscription takes a moment to reach the other side. */
async function publishUntil(publish: () => void, holds: () => boolean): Promise<void> {
  const publishing = setInterval(publish, 20);
  await until(holds).finally(() => clearInterval(publishing));
}

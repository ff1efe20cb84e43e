import { describe, expect, test } from '@jest/globals';
import { createEndpoint } from '@space/bus';
import { contract, operation, Problem } from '@space/contracts/core';
import { type Service, serving } from '@space/runtime';
import { callAs, eventually, FakeClock, newSpaceCaller, startServices, testPorts } from '@space/runtime/testing';
import { z } from 'zod';

const things = contract({
  name: 'things',
  service: 'things',
  tag: 'Things',
  description: 'Things.',
  operations: {
    get: operation({ summary: 'Read a thing', input: z.strictObject({ id: z.string() }), output: z.object({ id: z.string() }) }),
  },
});

/** Creates a service with one operation, which `get` answers, and tasks that record their start and stop in `steps`. */
const service = (get: (id: string) => Promise<{ id: string }>, steps: string[] = []): Service => ({
  name: 'things',
  schema: 'things',
  emits: false,
  open: () => ({
    serves: [serving(things, { get: ({ input }) => get(input.id) })],
    tasks: [
      { name: 'a task', start: async () => void steps.push('start'), stop: async () => void steps.push('stop') },
      { name: 'another', start: async () => void steps.push('start another'), stop: async () => void steps.push('stop another') },
    ],
  }),
});

const probe = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return [response.status, await response.text()] as const;
};

describe('services that run', () => {
  test('answer over the bus, start their tasks in order and stop them in reverse order', async () => {
    const steps: string[] = [];
    const running = await startServices([service(async (id) => ({ id }), steps)]);
    expect(await callAs(running.ports, newSpaceCaller())(things, 'get', { id: 'x' })).toEqual({ id: 'x' });
    await running.stop();
    expect(steps).toEqual(['start', 'start another', 'stop another', 'stop']);
    await expect(callAs(running.ports, newSpaceCaller())(things, 'get', { id: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('can run twice in one process, each with its own database and its own metrics port', async () => {
    const [one, two] = [await startServices([]), await startServices([])];
    expect(one.ports.url).not.toBe(two.ports.url);
    for (const { metricsPort } of [one, two]) expect((await probe(metricsPort, '/metrics'))[1]).toContain('process_cpu_user_seconds_total');
    await Promise.all([one.stop(), two.stop()]);
  });

  test('are live and ready, and not ready while Postgres is away', async () => {
    const running = await startServices([]);
    expect(await probe(running.metricsPort, '/livez')).toEqual([200, '{"status":"ok"}']);
    expect((await probe(running.metricsPort, '/readyz'))[0]).toBe(200);
    await running.ports.drop();
    await eventually(async () => {
      const [status, text] = await probe(running.metricsPort, '/readyz');
      expect([status, JSON.parse(text)]).toMatchObject([
        503,
        { status: 'not_ready', checks: { bus: 'ok', database: expect.not.stringMatching(/^ok$/) } },
      ]);
    });
    expect((await probe(running.metricsPort, '/livez'))[0]).toBe(200);
    await running.stop();
  });

  test('count calls by operation and outcome, without the Space', async () => {
    const running = await startServices([
      service(async () => {
        throw new Problem('not_found', 'None.');
      }),
    ]);
    const caller = newSpaceCaller();
    await callAs(running.ports, caller)(things, 'get', { id: 'x' }).catch(() => {});
    const [, text] = await probe(running.metricsPort, '/metrics');
    expect(text).toMatch(
      /messaging_client_operation_duration_seconds_count\{[^}]*messaging_operation_name="things.get"[^}]*outcome="not_found"[^}]*\} 1/,
    );
    expect(text).not.toContain(caller.space_id);
    await running.stop();
  });

  test('log an error under its request id, with redacted secrets', async () => {
    const running = await startServices([
      service(async () => {
        throw new Error('cannot sign with whsec_c2VjcmV0 for wks_live_abcDEF123');
      }),
    ]);
    await expect(callAs(running.ports, newSpaceCaller())(things, 'get', { id: 'x' })).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('sign'),
    });
    const line = running.ports.lines.find((each) => each.includes('an operation failed'));
    expect(JSON.parse(line!)).toMatchObject({
      level: 'error',
      operation: 'things.get',
      request_id: expect.stringMatching(/^req_/),
      err: { message: 'cannot sign with whsec_[redacted] for wks_live_[redacted]' },
    });
    await running.stop();
  });
});

describe('the testing tools', () => {
  test('reject an answer with fields that its contract does not declare', async () => {
    const running = await startServices([service(async (id) => ({ id, password: 'x' }))]);
    await expect(callAs(running.ports, newSpaceCaller())(things, 'get', { id: 'x' })).rejects.toThrow(
      'things.get answers more than its contract says.',
    );
    await running.stop();
  });

  test('reject an answer that lacks a field of its contract', async () => {
    const ports = await testPorts();
    const respond = createEndpoint('things.get', things.operations.get, async () => ({}) as { id: string }, {
      checkOutputs: ports.config.SPACE_CHECK_OUTPUTS === '1',
    });
    const reply = await respond({
      caller: newSpaceCaller(),
      params: { id: 'x' },
      body: null,
      request_id: 'req',
      deadline: Date.now() + 1_000,
      trace: {},
    });
    expect(reply.problem).toMatchObject({ code: 'internal' });
    await ports.database.end();
    await ports.drop();
  });

  test('have a clock that moves only by advance and set', () => {
    const clock = new FakeClock(1_000);
    clock.advance(500);
    expect(clock.now()).toBe(1_500);
    clock.set(7);
    expect(clock.now()).toBe(7);
  });

  test('eventually() throws the last error after its timeout', async () => {
    let asked = 0;
    await expect(
      eventually(
        () => {
          throw new Error(`not yet, ${++asked}`);
        },
        { timeout: 500 },
      ),
    ).rejects.toThrow(/^not yet, \d+$/);
    expect(asked).toBeGreaterThan(2);
    expect(await eventually(() => 'at last')).toBe('at last');
  });
});

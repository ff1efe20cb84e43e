import { expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import type { Request } from './bus.ts';
import { withRoom } from './storage-room.ts';

const caller = { space_id: 'spc_1', key_id: 'key_1', actor: { kind: 'api_key', id: 'key_1', name: 'Key' } } as const;

/** A bus on which a gateway answers about room, with the operations that it was asked. */
function gateway(answer: () => unknown = () => ({ refusal: null })) {
  const calls: string[] = [];
  const bus = {
    request: async (subject: string, { body }: Request) => {
      calls.push(`${subject.split('.').at(-1)} ${new TextDecoder().decode(body!)}`);
      return { body: new TextEncoder().encode(JSON.stringify(answer())) };
    },
  };
  const run = (change: () => Promise<string>, dry_run = false) =>
    withRoom(bus, { caller, request_id: 'req_1', trace: {}, dry_run }, { bytes: 10 }, change);
  return { calls, run };
}

const rejecting = (code: 'invalid' | 'timeout') => () => Promise.reject(new Problem(code, 'No.'));

test('a change that succeeds reserves its room once', async () => {
  const { calls, run } = gateway();
  expect(await run(async () => 'done')).toBe('done');
  expect(calls).toEqual(['reserve {"bytes":10}']);
});

test('a change that is refused releases its room, and one whose end is unknown does not', async () => {
  const refused = gateway();
  await expect(refused.run(rejecting('invalid'))).rejects.toMatchObject({ code: 'invalid' });
  expect(refused.calls).toEqual(['reserve {"bytes":10}', 'release {"bytes":10}']);
  const unknown = gateway();
  await expect(unknown.run(rejecting('timeout'))).rejects.toMatchObject({ code: 'timeout' });
  expect(unknown.calls).toEqual(['reserve {"bytes":10}']);
  const dry = gateway();
  await expect(dry.run(rejecting('invalid'), true)).rejects.toMatchObject({ code: 'invalid' });
  expect(dry.calls).toEqual(['reserve {"bytes":10}']);
});

test('a change without room does not run, and one without an answer of the gateway does', async () => {
  let runs = 0;
  const change = async () => `run ${++runs}`;
  await expect(gateway(() => ({ refusal: 'Full.' })).run(change)).rejects.toMatchObject({ code: 'limit_reached', message: 'Full.' });
  const silent = gateway(() => {
    throw new Problem('unavailable', 'No gateway.');
  });
  expect(await silent.run(change)).toBe('run 1');
});

import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { createDispatcher } from './dispatch.ts';

/** Returns the admission of calls whose key is at a rate, with the refusals that wait. */
function admission(rate: { readonly is_exceeded: boolean; readonly is_flood: boolean }) {
  const waiting: (() => void)[] = [];
  const parts = {
    limit: { consume: () => ({ ...rate, headers: [], retry_after_s: 1 }) },
    late: {
      wait(_response: ServerResponse) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        return promise;
      },
    },
  };
  const { admit } = createDispatcher({} as never, parts as never);
  return { waiting, admit: () => admit!({ response: {} } as never, keyWith([])) };
}

const refusal = expect.objectContaining({ code: 'limited', extras: { retry_after_s: 1 } });

test('a flood of a key is refused when its wait has ended, not before', async () => {
  const { waiting, admit } = admission({ is_exceeded: true, is_flood: true });
  let outcome: unknown;
  const refused = admit().catch((error: unknown) => {
    outcome = error;
  });
  await new Promise(setImmediate);
  expect([waiting.length, outcome]).toEqual([1, undefined]);
  waiting[0]!();
  await refused;
  expect(outcome).toEqual(refusal);
});

test('a key a little above its rate is refused immediately, and one within it is admitted', async () => {
  const above = admission({ is_exceeded: true, is_flood: false });
  await expect(above.admit()).rejects.toEqual(refusal);
  const within = admission({ is_exceeded: false, is_flood: false });
  await expect(within.admit()).resolves.toBeUndefined();
  expect([...above.waiting, ...within.waiting]).toEqual([]);
});

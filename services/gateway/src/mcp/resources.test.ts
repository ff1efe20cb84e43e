import { expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { admitGuideRequests } from './resources.ts';

const key = keyWith([]);
const list = { jsonrpc: '2.0', id: 1, method: 'resources/list' };
const read = { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'space://guides/tables' } };

/** Returns how many calls of the key a body counts. */
async function countOf(body: unknown): Promise<number> {
  let count = 0;
  const admit = async (_context: unknown, admitted: unknown) => {
    expect(admitted).toBe(key);
    count += 1;
  };
  await admitGuideRequests({ admit }, body, { context: {} as never, key });
  return count;
}

test.each<[what: string, body: unknown, count: number]>([
  ['a list of guides', list, 1],
  ['a guide', read, 1],
  ['each request of a batch', [list, read, read, null, 7], 3],
  [
    'not a list of tools, and not a call, which is counted by itself',
    [
      { ...list, method: 'tools/list' },
      { ...read, method: 'tools/call' },
    ],
    0,
  ],
  ['no other value', null, 0],
])('the rate limit counts %s', async (_what, body, count) => {
  expect(await countOf(body)).toBe(count);
});

test('a request for guides beyond the rate of the key is refused', async () => {
  const refusal = new Problem('limited', 'This key makes too many requests.');
  const admit = () => Promise.reject(refusal);
  const session = { context: {} as never, key };
  await expect(admitGuideRequests({ admit }, read, session)).rejects.toBe(refusal);
  await expect(admitGuideRequests({ admit: undefined }, read, session)).resolves.toBeUndefined();
});

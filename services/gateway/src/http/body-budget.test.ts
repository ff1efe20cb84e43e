import { expect, test } from '@jest/globals';
import { MAX_BODY_MEMORY_BYTES } from '@space/contracts/platform';
import { type BodyBudget, type BodySender, createBodyBudget } from './body-budget.ts';

const MIB = 1_048_576;
const UNAVAILABLE = expect.objectContaining({ code: 'unavailable', extras: { retry_after_s: 1 } });

/** Adds bodies of one MiB until one is refused, and returns their number. */
function fill(budget: BodyBudget, kind: BodySender, owner: string): number {
  for (let added = 0; ; added++)
    try {
      budget.open(kind, owner).add(MIB);
    } catch (error) {
      expect(error).toEqual(UNAVAILABLE);
      return added;
    }
}

test('a Space that sends without end leaves half of the memory to others, and each next one half of what is left', () => {
  const budget = createBodyBudget();
  const all = MAX_BODY_MEMORY_BYTES.all / MIB;
  expect(fill(budget, 'key', 'a')).toBe(all / 2);
  expect(fill(budget, 'key', 'b')).toBe(all / 4);
  expect(fill(budget, 'key', 'c')).toBe(all / 8);
});

test('networks without a key leave half of the memory to keys, and are refused first', () => {
  const budget = createBodyBudget();
  const networks = Array.from({ length: 100 }, (_, n) => fill(budget, 'keyless', `192.0.2.${n}`));
  expect(networks.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MAX_BODY_MEMORY_BYTES.keyless / MIB);
  expect(fill(budget, 'key', 'a')).toBeGreaterThan(0);
  expect(fill(budget, 'keyless', '198.51.100.1')).toBe(0);
});

test('a Space that sends without end leaves room to networks without a key', () => {
  const budget = createBodyBudget();
  fill(budget, 'key', 'a');
  expect(fill(budget, 'keyless', '192.0.2.1')).toBeGreaterThan(0);
});

test('the bytes of a closed account are free again', () => {
  const budget = createBodyBudget();
  const account = budget.open('key', 'a');
  account.add(MAX_BODY_MEMORY_BYTES.all / 2);
  expect(() => account.add(1)).toThrow(UNAVAILABLE);
  account.close();
  account.close();
  account.add(MAX_BODY_MEMORY_BYTES.all);
  budget.open('key', 'a').add(MAX_BODY_MEMORY_BYTES.all / 2);
});

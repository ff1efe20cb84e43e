import { expect, test } from '@jest/globals';
import { bucketOf, longestIn } from './duration-buckets.ts';

test('a duration lies in its bucket, which ends at most 19 % above it', () => {
  for (let milliseconds = 0; milliseconds <= 15_000; milliseconds += 1) {
    const longest = longestIn(bucketOf(milliseconds));
    expect(longest).toBeGreaterThanOrEqual(milliseconds);
    expect(longest).toBeLessThanOrEqual(Math.max(1, milliseconds * 2 ** 0.25));
  }
});

import { expect, test } from '@jest/globals';
import { pauseAfterBatch } from './batch-pacing.ts';

test.each([
  ['a quick batch rests until its time has passed', { tookMs: 1, isFull: false }, 4],
  ['a batch that takes longer rests as long as it took', { tookMs: 8, isFull: false }, 8],
  ['a slow batch rests 20 ms at most', { tookMs: 300, isFull: false }, 20],
  ['after a full batch the next begins at once', { tookMs: 300, isFull: true }, 0],
])('%s', (_, batch, rest) => expect(pauseAfterBatch(batch, 5)).toBe(rest));

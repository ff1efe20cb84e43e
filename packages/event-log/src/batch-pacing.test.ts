import { expect, test } from '@jest/globals';
import { pauseAfterBatch } from './batch-pacing.ts';

test.each([
  ['a quick batch pauses until its linger time has passed', { tookMs: 1, isFull: false }, 4],
  ['a longer batch pauses as long as it took', { tookMs: 8, isFull: false }, 8],
  ['a slow batch pauses 20 ms at most', { tookMs: 300, isFull: false }, 20],
  ['the next batch follows a full one without a pause', { tookMs: 300, isFull: true }, 0],
])('%s', (_, batch, pause) => expect(pauseAfterBatch(batch, 5)).toBe(pause));

import { expect, test } from '@jest/globals';
import { fullness, humanBytes } from './human-amount.ts';

test('bytes have the largest unit that they fill', () => {
  expect([0, 1_023, 1_024, 1_536, 10_485_760, 5_368_709_120, 2 ** 50].map(humanBytes)).toEqual([
    '0 bytes',
    '1,023 bytes',
    '1 KB',
    '1.5 KB',
    '10 MB',
    '5 GB',
    '1,024 TB',
  ]);
});

test('fullness is at most 100, and is not known without a limit', () => {
  expect([fullness(5, 10), fullness(20, 10), fullness(0, 0), fullness(3, null)]).toEqual([50, 100, 100, undefined]);
});

import { expect, jest, test } from '@jest/globals';
import { MAX_LIVE_BATCH_BYTES } from '@space/contracts/documents';
import { holdUpdates } from './held-updates.ts';

const update = (n: number, length = 1) => new Uint8Array(length).fill(n);

function start() {
  const passed: number[] = [];
  const held = holdUpdates(([first]) => passed.push(first!));
  return { passed, held };
}

test('an update passes if the gateway has asked for nothing', () => {
  const { passed, held } = start();
  held.take(update(1), false);
  expect(passed).toEqual([1]);
});

test('updates wait for the first answer, and come after it', () => {
  const { passed, held } = start();
  held.begin();
  held.take(update(2), false);
  held.take(update(3), false);
  expect(passed).toEqual([]);
  held.take(update(1), true);
  held.begin();
  held.take(update(4), false);
  expect(passed).toEqual([1, 2, 3, 4]);
});

test('updates wait no longer with many bytes, or without an answer in time', () => {
  jest.useFakeTimers();
  try {
    const many = start();
    many.held.begin();
    many.held.take(update(1, MAX_LIVE_BATCH_BYTES), false);
    many.held.take(update(2), false);
    expect(many.passed).toEqual([1, 2]);

    const [late, closed] = [start(), start()];
    for (const { held } of [late, closed]) {
      held.begin();
      held.take(update(1), false);
    }
    closed.held.stop();
    jest.advanceTimersByTime(10_000);
    expect([late.passed, closed.passed]).toEqual([[1], []]);
  } finally {
    jest.useRealTimers();
  }
});

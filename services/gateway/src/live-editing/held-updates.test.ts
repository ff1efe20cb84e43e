import { expect, jest, test } from '@jest/globals';
import { MAX_LIVE_BATCH_BYTES } from '@space/contracts/live';
import { createBacklog } from './backlog.ts';
import { holdUpdates } from './held-updates.ts';

const update = (n: number, length = 1) => new Uint8Array(length).fill(n);

function start(backlog = createBacklog(4 * MAX_LIVE_BATCH_BYTES)) {
  const passed: number[] = [];
  let isEnded = false;
  const held = holdUpdates(
    backlog,
    ([first]) => passed.push(first!),
    () => {
      isEnded = true;
    },
  );
  return { passed, held, isEnded: () => isEnded };
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

test('updates that wait count for the backlog until they are passed on or forgotten, and the one that fills it ends its connection', () => {
  const backlog = createBacklog(10);
  const [first, second, third] = [start(backlog), start(backlog), start(backlog)];
  for (const { held } of [first, second, third]) held.begin();
  first.held.take(update(1, 6), false);
  second.held.take(update(2, 4), false);
  expect([first.isEnded(), second.isEnded(), backlog.isFull]).toEqual([false, false, false]);
  third.held.take(update(3, 1), false);
  expect([first.isEnded(), third.isEnded(), third.passed]).toEqual([false, true, []]);
  third.held.stop();
  expect(backlog.isFull).toBe(false);
  first.held.take(update(4), true);
  second.held.stop();
  backlog.add(10);
  expect([first.passed, backlog.isFull]).toEqual([[4, 1], false]);
});

import { expect, test } from '@jest/globals';
import type { AttemptRecord } from './attempt-recorder.queries.ts';
import { openAttemptWindow } from './unstored-deliveries.ts';

const attemptOf = (delivery_id: number, status: AttemptRecord['status']) => ({ delivery_id, status }) as AttemptRecord;

/** Opens a window for so many attempts, with the list of those that were recorded as of stored deliveries. */
function open(count: number) {
  const recorded: number[] = [];
  const window = openAttemptWindow(count, async ({ delivery_id }) => void recorded.push(delivery_id));
  return { window, recorded };
}

test('attempts that succeed while the window is open are stored with their deliveries, and failures after them', async () => {
  const { window, recorded } = open(2);
  const closing = window.close();
  await window.record(attemptOf(1, 'succeeded'));
  await window.record(attemptOf(2, 'retrying'));
  expect([...(await closing).keys()]).toEqual([1]);
  expect(recorded).toEqual([]);
  void window.resolveStored();
  expect(recorded).toEqual([2]);
});

test('an attempt that takes long closes the window, and is recorded once its delivery is stored', async () => {
  const { window, recorded } = open(2);
  await window.record(attemptOf(1, 'succeeded'));
  expect([...(await window.close()).keys()]).toEqual([1]);
  const late = window.record(attemptOf(2, 'succeeded'));
  expect(recorded).toEqual([]);
  void window.resolveStored();
  await late;
  expect(recorded).toEqual([2]);
});

test('a delivery that is not attempted does not hold the window open, and waits until it is stored', async () => {
  const { window } = open(1);
  let isStored = false;
  const leaving = window.leave({ delivery_id: 1 }).then(() => {
    isStored = true;
  });
  expect((await window.close()).size).toBe(0);
  expect(isStored).toBe(false);
  void window.resolveStored();
  await leaving;
  expect(isStored).toBe(true);
});

test('when deliveries cannot be stored, late attempts fail and no failure is recorded', async () => {
  const { window, recorded } = open(2);
  await window.record(attemptOf(1, 'retrying'));
  await window.close();
  const late = window.record(attemptOf(2, 'succeeded'));
  window.rejectStored(new Error('The disk is full.'));
  expect(window.hasFailed()).toBe(true);
  await expect(late).rejects.toThrow('The disk is full.');
  expect(recorded).toEqual([]);
});

test('a window without attempts closes immediately', async () => {
  expect((await open(0).window.close()).size).toBe(0);
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLoad, type Load } from './load.ts';

const MAX = 100;

let now = 0;
let load: Load;
beforeEach(async () => {
  jest.useFakeTimers();
  now = 0;
  load = createLoad(MAX, () => now);
  await load.start();
});
afterEach(async () => {
  await load.stop();
  jest.useRealTimers();
});

const enter = (count: number): void => {
  for (let entered = 0; entered < count; entered++) load.enter();
};
const leave = (count: number): void => {
  for (let left = 0; left < count; left++) load.leave();
};

/** Lets time pass; each turn of the event loop takes `late_ms` longer than it should. */
function pass(milliseconds: number, late_ms = 0): void {
  for (const end = now + milliseconds; now < end; ) {
    now += 100 + late_ms;
    jest.advanceTimersByTime(100);
  }
}

test('pressure rises with the requests in progress', () => {
  const seen = [49, 1, 25, 25].map((count) => {
    enter(count);
    return load.pressure();
  });
  expect(seen).toEqual(['normal', 'high', 'critical', 'full']);
});

test('a late event loop is pressure only with requests in progress, and not after one long turn', () => {
  pass(3_000, 400);
  expect(load.pressure()).toBe('normal');
  enter(40);
  expect(load.pressure()).toBe('high');
  pass(1_000);
  expect(load.pressure()).toBe('normal');
  pass(700, 600);
  expect(load.pressure()).toBe('normal');
});

test('a process is not ready five seconds after it refuses calls of keys, and ready after two calm seconds', () => {
  enter(60);
  pass(10_000);
  expect(load.isOverloaded()).toBe(false);
  enter(20);
  pass(4_900);
  expect(load.isOverloaded()).toBe(false);
  pass(300);
  expect(load.isOverloaded()).toBe(true);
  leave(80);
  pass(1_800);
  expect(load.isOverloaded()).toBe(true);
  pass(500);
  expect(load.isOverloaded()).toBe(false);
});

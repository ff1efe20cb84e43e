import { expect, test } from '@jest/globals';
import { createRateLimit } from './rate-limit.ts';

const PER_SECOND = 10;

let time = 0;
const limit = createRateLimit(PER_SECOND, () => time)!;

/** Makes calls and returns how many were accepted. */
const accepted = (key: string, calls: number): number =>
  Array.from({ length: calls }, () => limit.consume(key)).filter(({ is_exceeded }) => !is_exceeded).length;

test('a key may make a burst, then its rate, evenly in time', () => {
  expect(accepted('even', 50)).toBe(2 * PER_SECOND);
  for (let tenth = 0; tenth < 20; tenth++) {
    time += 100;
    expect(accepted('even', 5)).toBe(1);
  }
  time += 60_000;
  expect(accepted('even', 50)).toBe(2 * PER_SECOND);
});

test('keys do not share a limit, and the headers name what is left without the burst', () => {
  accepted('loud', 50);
  expect(limit.consume('quiet').headers).toEqual(['RateLimit-Policy', '"default";q=10;w=1', 'RateLimit', '"default";r=9;t=1']);
  expect(limit.consume('loud').headers[3]).toBe('"default";r=0;t=1');
});

test('more refused calls than the rate of a second are a flood, which ends ten times slower than the rate', () => {
  accepted('flood', 2 * PER_SECOND);
  const refused = Array.from({ length: PER_SECOND + 1 }, () => limit.consume('flood'));
  expect(refused.map(({ is_flood }) => is_flood)).toEqual([...Array(PER_SECOND).fill(false), true]);
  time += 1_000;
  accepted('flood', PER_SECOND);
  expect(limit.consume('flood')).toMatchObject({ is_exceeded: true, is_flood: true });
  time += 2_000;
  accepted('flood', 2 * PER_SECOND);
  expect(limit.consume('flood')).toMatchObject({ is_exceeded: true, is_flood: false });
});

test('a limit of 0 is no limit', () => {
  expect(createRateLimit(0)).toBeUndefined();
});

test('reading the calls that are left counts none', () => {
  time += 60_000;
  accepted('read', 3);
  const left = { per_second: PER_SECOND, burst: 2 * PER_SECOND, left: 2 * PER_SECOND - 3 };
  expect([limit.read('read'), limit.read('read')]).toEqual([left, left]);
});

import { expect, test } from '@jest/globals';
import { createVisitorLimit } from './visitor-limit.ts';

const limitOf = (perVisitor: number, together = 1_000) => {
  const clock = { at: 0, now: () => clock.at };
  return { clock, limit: createVisitorLimit(clock as never, perVisitor, together) };
};

test.each([
  ['2001:db8::1', '2001:db8:0:0:ffff::2'],
  ['2001:db8:0:1::', '2001:0db8:0:1:2:3:4:5'],
  ['fe80::1%eth0', 'fe80::2'],
  ['::1', '0:0:0:0:5::'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('%s and %s are one visitor', (one, other) => {
  const { limit } = limitOf(1);
  expect([limit.take('page', one), limit.take('page', other)]).toEqual([0, 60]);
});

test.each([
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['2001::db8:1:2:3', '2001:db8:1:2::3'],
  ['192.0.2.1', '192.0.2.2'],
])('%s and %s are two', (one, other) => {
  const { limit } = limitOf(1);
  expect([limit.take('page', one), limit.take('page', other)]).toEqual([0, 0]);
});

test('a minute later there is room again, and what one visitor may not send leaves it to others', () => {
  const { clock, limit } = limitOf(1, 2);
  expect([limit.take('page', 'a'), limit.take('page', 'a'), limit.take('page', 'b'), limit.take('page', 'c')]).toEqual([0, 60, 0, 60]);
  clock.at += 60_000;
  expect(limit.take('page', 'a')).toBe(0);
});

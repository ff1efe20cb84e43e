import { beforeEach, expect, test } from '@jest/globals';
import { type Log, logTo } from '@space/runtime';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { createEgressBreaker, type EgressBreaker } from './egress-breaker.ts';

const log: Log = logTo('test', 'fatal', { write: () => {} });
let now = 0;
let breaker: EgressBreaker;
beforeEach(() => {
  now = 1_000_000;
  breaker = createEgressBreaker({ now: () => now }, log);
  now += MINUTE_MS;
});

const fail = (hosts: number, error: 'refused' | 'dns' | 'timeout' = 'refused'): void => {
  for (let host = 1; host <= hosts; host += 1) breaker.record(`https://host${host}.example.com/hook`, error);
};

test('the egress breaker opens when three hosts fail without an answer, and stays closed for two', () => {
  fail(2);
  expect(breaker.isOpen()).toBe(false);
  fail(3, 'dns');
  expect(breaker.isOpen()).toBe(true);
});

test('the egress breaker is open for the first minute of a process, or until the first answer', () => {
  const fresh = createEgressBreaker({ now: () => now }, log);
  fresh.record('https://dead.example.com/', 'timeout');
  expect(fresh.isOpen()).toBe(true);
  now += MINUTE_MS;
  expect(fresh.isOpen()).toBe(false);
  const answered = createEgressBreaker({ now: () => now }, log);
  answered.record('https://broken.example.com/', 'http');
  expect(answered.isOpen()).toBe(false);
});

test('many failures of one host do not open the egress breaker', () => {
  for (let time = 0; time < 100; time += 1) breaker.record('https://dead.example.com/a', 'timeout');
  expect(breaker.isOpen()).toBe(false);
});

test.each([null, 'http', 'tls', 'redirect', 'response_too_large'] as const)('an answer (%s) closes the egress breaker', (error) => {
  fail(5);
  breaker.record('https://healthy.example.com/', error);
  expect(breaker.isOpen()).toBe(false);
});

test('a blocked address does not change the egress breaker', () => {
  fail(3);
  breaker.record('https://10.0.0.1/', 'unsafe_address');
  expect(breaker.isOpen()).toBe(true);
});

test('failures that are hours apart do not open the egress breaker', () => {
  for (let host = 1; host <= 5; host += 1) {
    breaker.record(`https://host${host}.example.com/`, 'refused');
    now += HOUR_MS;
  }
  expect(breaker.isOpen()).toBe(false);
});

test('an open egress breaker stays open while no attempt is made', () => {
  fail(3);
  now += DAY_MS;
  expect(breaker.isOpen()).toBe(true);
});

test('the egress breaker closes after a week without an answer and stays closed', () => {
  for (let day = 0; day < 10; day += 1) {
    fail(3);
    expect(breaker.isOpen()).toBe(day < 7);
    now += DAY_MS;
  }
});

import { beforeEach, expect, test } from '@jest/globals';
import { type Log, logTo } from '@space/runtime';
import { createEgressBreaker, type EgressBreaker } from './egress-breaker.ts';

const MINUTE_MS = 60_000;
const log: Log = logTo('test', 'fatal', { write: () => {} });
let now = 0;
let outage: EgressBreaker;
beforeEach(() => {
  now = 1_000_000;
  outage = createEgressBreaker({ now: () => now }, log);
  now += MINUTE_MS;
});

const fail = (hosts: number, error: 'refused' | 'dns' | 'timeout' = 'refused'): void => {
  for (let host = 1; host <= hosts; host += 1) outage.record(`https://host${host}.example.com/hook`, error);
};

test('three hosts that say no word are an outage of ours, two are not', () => {
  fail(2);
  expect(outage.isOpen()).toBe(false);
  fail(3, 'dns');
  expect(outage.isOpen()).toBe(true);
});

test('a process that starts and hears from nobody cannot tell for a minute; an answer tells it sooner', () => {
  const fresh = createEgressBreaker({ now: () => now }, log);
  fresh.record('https://dead.example.com/', 'timeout');
  expect(fresh.isOpen()).toBe(true);
  now += MINUTE_MS;
  expect(fresh.isOpen()).toBe(false);
  const told = createEgressBreaker({ now: () => now }, log);
  told.record('https://broken.example.com/', 'http');
  expect(told.isOpen()).toBe(false);
});

test('many failures of one host are its own', () => {
  for (let time = 0; time < 100; time += 1) outage.record('https://dead.example.com/a', 'timeout');
  expect(outage.isOpen()).toBe(false);
});

test.each([null, 'http', 'tls', 'redirect', 'response_too_large'] as const)('an answer (%s) ends it: we can reach the internet', (word) => {
  fail(5);
  outage.record('https://healthy.example.com/', word);
  expect(outage.isOpen()).toBe(false);
});

test('an address that we refuse ourselves says nothing', () => {
  fail(3);
  outage.record('https://10.0.0.1/', 'unsafe_address');
  expect(outage.isOpen()).toBe(true);
});

test('failures hours apart are not one outage', () => {
  for (let host = 1; host <= 5; host += 1) {
    outage.record(`https://host${host}.example.com/`, 'refused');
    now += 60 * MINUTE_MS;
  }
  expect(outage.isOpen()).toBe(false);
});

test('an outage goes on while nothing is tried', () => {
  fail(3);
  now += 24 * 60 * MINUTE_MS;
  expect(outage.isOpen()).toBe(true);
});

test('after a week without a word it is the receivers, and it stays so', () => {
  for (let day = 0; day < 10; day += 1) {
    fail(3);
    expect(outage.isOpen()).toBe(day < 7);
    now += 24 * 60 * MINUTE_MS;
  }
});

import { describe, expect, test } from '@jest/globals';
import { countEnd, countStart, createCallCounts, createGiveWay, startsOf } from './give-way.ts';

/** Runs `act` and returns the milliseconds that it took. */
function timeOf(act: () => void): number {
  const startedAt = performance.now();
  act();
  return performance.now() - startedAt;
}

describe('a thread that gives way', () => {
  test('does not wait while no call runs', () => {
    const calls = createCallCounts();
    const giveWay = createGiveWay(calls, { pause_ms: 60_000, total_ms: 60_000 });
    giveWay();
    countStart(calls);
    countEnd(calls);
    giveWay();
    expect(startsOf(calls)).toBe(1);
  });

  test('waits for a call that runs, and once only', () => {
    const calls = createCallCounts();
    const giveWay = createGiveWay(calls, { pause_ms: 50, total_ms: 60_000 });
    countStart(calls);
    expect(timeOf(giveWay)).toBeGreaterThanOrEqual(49);
    // Waiting again each time would take longer than a test may.
    for (let time = 0; time < 1_000; time += 1) giveWay();
    countStart(calls);
    expect(timeOf(giveWay)).toBeGreaterThanOrEqual(49);
  });

  test('waits no longer than all pauses may take together', () => {
    const calls = createCallCounts();
    const giveWay = createGiveWay(calls, { pause_ms: 60_000, total_ms: 30 });
    countStart(calls);
    expect(timeOf(giveWay)).toBeGreaterThanOrEqual(29);
    countStart(calls);
    giveWay();
    expect(startsOf(calls)).toBe(2);
  });

  test('continues when the last call ends', async () => {
    const calls = createCallCounts();
    countStart(calls);
    const waiting = Atomics.waitAsync(calls, 0, 1, 60_000);
    countEnd(calls);
    expect(waiting.async && (await waiting.value)).toBe('ok');
  });
});

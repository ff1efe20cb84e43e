import { describe, expect, test } from '@jest/globals';
import type { IntegrationErrorCode } from '@space/contracts/integrations';
import { eventOf, type Health, healthAfter, type Outcome } from './health.ts';

const START = Date.parse('2026-11-01T10:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const ok = (minutes: number): Outcome => ({ checked_at: at(minutes), error: null });
const failed = (minutes: number, code: IntegrationErrorCode = 'unreachable'): Outcome => ({
  checked_at: at(minutes),
  error: { code, message: 'It failed.' },
});

const pending: Health = { status: 'pending', last_ok_at: null, last_error: null, failures_in_a_row: 0, action_needed: null };

/** Returns the health after checks, with the event types of each check. */
function run(...outcomes: readonly Outcome[]) {
  let health = pending;
  const events: (string | null)[] = [];
  for (const outcome of outcomes) {
    const after = healthAfter(health, outcome);
    events.push(eventOf(health, after)?.type ?? null);
    health = after;
  }
  return { ...health, events };
}

describe('the health of a connection', () => {
  test('is connected after its first success, with one event', () => {
    expect(run(ok(0), ok(15))).toMatchObject({ status: 'connected', last_ok_at: at(15), events: ['integration_connected', null] });
  });

  test('is failing after three failures in a row, with one event, and recovers with the next success', () => {
    const down = [failed(5), failed(10), failed(15), failed(20)];
    expect(run(ok(0), ...down)).toMatchObject({
      status: 'failing',
      failures_in_a_row: 4,
      last_error: { code: 'unreachable', failed_at: at(20) },
      action_needed: null,
      events: ['integration_connected', null, null, 'integration_failing', null],
    });
    expect(run(ok(0), ...down, ok(25))).toMatchObject({
      status: 'connected',
      failures_in_a_row: 0,
      last_error: { code: 'unreachable' },
      events: ['integration_connected', null, null, 'integration_failing', null, 'integration_recovered'],
    });
  });

  test('is connected while failures do not follow each other', () => {
    expect(run(ok(0), failed(1), failed(2), ok(3), failed(4), failed(5))).toMatchObject({ status: 'connected', failures_in_a_row: 2 });
  });

  test('is failing after an hour without a success', () => {
    expect(run(ok(0), failed(59))).toMatchObject({ status: 'connected' });
    expect(run(ok(0), failed(60))).toMatchObject({ status: 'failing', failures_in_a_row: 1 });
  });

  test.each([
    ['unauthorized', 'reconnect'],
    ['expired', 'reconnect'],
    ['account_disabled', 'reconnect'],
    ['missing_scope', 'grant_scopes'],
  ] as const)('is refused after one failure with %s, and needs %s', (code, action_needed) => {
    expect(run(ok(0), failed(1, code), failed(2, code))).toMatchObject({
      status: 'refused',
      action_needed,
      events: ['integration_connected', 'integration_failing', null],
    });
  });

  test.each([
    ['limit_reached', 'raise_limit'],
    ['rate_limited', null],
    ['timeout', null],
  ] as const)('is failing after three failures with %s, and needs %s', (code, action_needed) => {
    expect(run(ok(0), failed(1, code), failed(2, code))).toMatchObject({ status: 'connected', action_needed: null });
    expect(run(ok(0), failed(1, code), failed(2, code), failed(3, code))).toMatchObject({ status: 'failing', action_needed });
  });

  test('is failing immediately with bad_signature, which its reporter has counted, and needs fix_webhook', () => {
    expect(run(ok(0), failed(1, 'bad_signature'))).toMatchObject({ status: 'failing', action_needed: 'fix_webhook' });
  });

  test('is refused after it was failing, with an event of its own', () => {
    expect(run(ok(0), failed(1), failed(2), failed(3), failed(4, 'unauthorized'), ok(5)).events.slice(3)).toEqual([
      'integration_failing',
      'integration_failing',
      'integration_recovered',
    ]);
  });

  test('stays refused while the provider cannot be reached', () => {
    expect(run(ok(0), failed(1, 'unauthorized'), failed(2), failed(3), failed(4))).toMatchObject({ status: 'refused' });
  });

  test('connects after failures before the first success', () => {
    expect(run(failed(1), failed(2), failed(3), ok(4)).events).toEqual([null, null, 'integration_failing', 'integration_connected']);
  });
});

import { describe, expect, test } from '@jest/globals';
import { brokenConstraint, isTransientError, sqlState, transientProblem } from './failure.ts';

/** Wraps an error of the driver as the pool does. */
const wrapped = (facts: object, message = 'Query failed.') => new Error('outer', { cause: Object.assign(new Error(message), facts) });

describe('a failure of Postgres', () => {
  test('has the SQLSTATE of its innermost cause', () => {
    expect(sqlState(wrapped({ code: '23505' }))).toBe('23505');
    expect(sqlState(new Error('outer', { cause: wrapped({ code: 'XX000' }) }))).toBe('XX000');
    expect(sqlState(wrapped({ code: 'EPIPE' }))).toBeUndefined();
    expect(sqlState(undefined)).toBeUndefined();
  });

  test.each(['40001', '40P01', '53300', '53100', '57P01', '57P03', '57014', '08006', '25P03'])(
    '%s is transient and becomes 503',
    (code) => {
      expect(transientProblem(wrapped({ code }))).toMatchObject({
        code: 'unavailable',
        status: 503,
        extras: { retry_after_s: code === '53100' ? 30 : 1 },
      });
    },
  );

  test.each(['23505', '42P01', '22P02', 'P0001', 'XX000'])('%s is not transient', (code) => {
    expect(isTransientError(wrapped({ code }))).toBe(false);
    expect(transientProblem(wrapped({ code }))).toBeUndefined();
  });

  test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])('a lost connection (%s) is transient', (code) => {
    expect(isTransientError(Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code }))).toBe(true);
  });

  test.each(['Connection terminated unexpectedly', 'Backend has been terminated.', 'timeout exceeded when trying to connect'])(
    '“%s” is transient',
    (message) => {
      expect(isTransientError(new Error(message))).toBe(true);
    },
  );

  test.each(['Unterminated string in JSON at position 5', 'Cannot read properties of undefined'])('“%s” is not transient', (message) => {
    expect(isTransientError(new Error(message))).toBe(false);
  });

  test('names the constraint that was broken', () => {
    expect(brokenConstraint(wrapped({ code: '23505', constraint: 'contact_email' }))).toBe('contact_email');
    expect(brokenConstraint(new Error('another'))).toBeUndefined();
  });
});

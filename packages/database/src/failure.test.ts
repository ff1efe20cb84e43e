import { describe, expect, test } from '@jest/globals';
import { brokenConstraint, isTransientError, sqlState } from './failure.ts';

/** An error as the pool hands it on: the driver's own is its cause. */
const wrapped = (facts: object, message = 'Query failed.') => new Error('outer', { cause: Object.assign(new Error(message), facts) });

describe('a failure of Postgres', () => {
  test('is known by its SQLSTATE however deep it is wrapped', () => {
    expect(sqlState(wrapped({ code: '23505' }))).toBe('23505');
    expect(sqlState(new Error('outer', { cause: wrapped({ code: 'XX000' }) }))).toBe('XX000');
    expect(sqlState(wrapped({ code: 'EPIPE' }))).toBeUndefined();
    expect(sqlState(undefined)).toBeUndefined();
  });

  test.each(['40001', '40P01', '53300', '53100', '57P01', '57P03', '57014', '08006', '25P03'])('%s passes by itself', (code) => {
    expect(isTransientError(wrapped({ code }))).toMatchObject({ code: 'unavailable', status: 503, extras: { retry_after_s: 1 } });
  });

  test.each(['23505', '42P01', '22P02', 'P0001', 'XX000'])('%s does not', (code) => {
    expect(isTransientError(wrapped({ code }))).toBeUndefined();
  });

  test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])('a lost connection (%s) passes by itself', (code) => {
    expect(isTransientError(Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code }))).toBeDefined();
  });

  test.each(['Connection terminated unexpectedly', 'Backend has been terminated.', 'timeout exceeded when trying to connect'])(
    '“%s” passes by itself',
    (message) => {
      expect(isTransientError(new Error(message))).toBeDefined();
    },
  );

  test.each(['Unterminated string in JSON at position 5', 'Cannot read properties of undefined'])(
    '“%s” is a fault of the program',
    (message) => {
      expect(isTransientError(new Error(message))).toBeUndefined();
    },
  );

  test('names the constraint it broke', () => {
    expect(brokenConstraint(wrapped({ code: '23505', constraint: 'contact_email' }))).toBe('contact_email');
    expect(brokenConstraint(new Error('another'))).toBeUndefined();
  });
});

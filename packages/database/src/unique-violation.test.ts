import { describe, expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { withUniqueViolation } from './unique-violation.ts';

const failing = (facts: object) => async (): Promise<never> => {
  throw new Error('outer', { cause: Object.assign(new Error('Query failed.'), facts) });
};
const duplicate = async () => new Problem('duplicate', 'The email is taken.');

describe('withUniqueViolation', () => {
  test('returns the result of the action', async () => {
    expect(await withUniqueViolation({ contact_email: duplicate }, async () => 'made')).toBe('made');
  });

  test('throws the problem of the unique constraint that was broken', async () => {
    const act = failing({ code: '23505', constraint: 'contact_email' });
    await expect(withUniqueViolation({ contact_email: duplicate }, act)).rejects.toMatchObject({ code: 'duplicate' });
  });

  test.each([
    ['another constraint', { code: '23505', constraint: 'contact_pkey' }],
    ['a constraint with the name of a property that all objects have', { code: '23505', constraint: 'toString' }],
    ['a foreign key', { code: '23503', constraint: 'contact_email' }],
    ['no constraint', { code: '40001' }],
  ])('passes the error of %s unchanged', async (_what, facts) => {
    await expect(withUniqueViolation({ contact_email: duplicate }, failing(facts))).rejects.toThrow('outer');
  });
});

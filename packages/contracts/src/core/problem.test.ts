import { expect, test } from '@jest/globals';
import { MAX_ERROR_CHARACTERS, MAX_LISTED_ERRORS } from './limits.ts';
import { invalidFields, Problem } from './problem.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `rows.${at}`, code: 'unknown', message: 'is unknown' }));

test('an error lists the first field errors and counts the others', () => {
  const problem = invalidFields(many(60_001));
  expect(problem.extras.errors).toHaveLength(MAX_LISTED_ERRORS);
  expect(problem.message).toBe('rows.0: is unknown (and 60000 more).');
  expect(new Problem('unresolved_reference', 'Not found.', { errors: many(60_001) }).extras.errors).toHaveLength(MAX_LISTED_ERRORS);
});

test('long paths and messages from the input are cut', () => {
  const long = 'x'.repeat(1_000_000);
  const problem = invalidFields([{ path: long, code: 'unknown', message: long }]);
  expect(problem.message.length).toBe(MAX_ERROR_CHARACTERS);
  expect(JSON.stringify(problem.extras).length).toBeLessThan(3 * MAX_ERROR_CHARACTERS);
});

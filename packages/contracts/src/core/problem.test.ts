import { expect, test } from '@jest/globals';
import { MAX_ERROR_CHARACTERS, MAX_LISTED_ERRORS } from './limits.ts';
import { assertAll, invalidFields, Problem } from './problem.ts';

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

const failing = (code: 'invalid' | 'unsafe_url' | 'unresolved_reference' | 'unavailable', path?: string) =>
  Promise.reject(new Problem(code, `${code}.`, path === undefined ? {} : { errors: [{ path, code, message: 'is wrong' }] }));

test('checks that fail together give one problem with the field errors of all', async () => {
  await expect(assertAll([Promise.resolve(), undefined])).resolves.toBeUndefined();
  await expect(assertAll([failing('unsafe_url', 'url')])).rejects.toMatchObject({ code: 'unsafe_url', message: 'unsafe_url.' });
  await expect(assertAll([failing('unsafe_url', 'url'), failing('unresolved_reference', 'id')])).rejects.toMatchObject({
    code: 'unsafe_url',
    message: 'url: is wrong (and 1 more).',
    extras: { errors: [{ path: 'url' }, { path: 'id' }] },
  });
  await expect(assertAll([failing('unsafe_url', 'url'), failing('invalid', 'id')])).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'url' }, { path: 'id' }] },
  });
});

test('a wrong field counts more than a service that does not answer, and a failure of ours more than both', async () => {
  await expect(assertAll([failing('unavailable'), failing('unsafe_url', 'url')])).rejects.toMatchObject({ code: 'unsafe_url' });
  await expect(assertAll([failing('unavailable'), Promise.resolve()])).rejects.toMatchObject({ code: 'unavailable' });
  await expect(assertAll([failing('unsafe_url', 'url'), Promise.reject(new TypeError('x'))])).rejects.toThrow(TypeError);
});

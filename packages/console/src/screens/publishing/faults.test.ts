import { expect, test } from '@jest/globals';
import { ApiError } from '../../api/api-error.ts';
import { faultsOf } from '../../api/faults.ts';
import { placedSentence } from './faults.ts';

test('a fault stands at its field, also that of an entry of a list', () => {
  const faultOf = faultsOf(
    new ApiError('Refused', {
      status: 400,
      code: 'invalid',
      errors: [
        { path: 'title', message: 'must not be empty' },
        { path: 'tags.2', message: 'is too long' },
      ],
    }),
  );
  expect([faultOf('title'), faultOf('tags'), faultOf('tag')]).toEqual(['must not be empty', 'is too long', undefined]);
  expect(faultsOf(new Error('broken'))('title')).toBeUndefined();
});

test('the place at the beginning of a sentence is read', () => {
  expect(placedSentence('line 3, column 15: the form "A" is paused')).toMatchObject({ line: 3, column: 15 });
  expect(placedSentence('the document is too deep')).toEqual({ text: 'the document is too deep' });
});

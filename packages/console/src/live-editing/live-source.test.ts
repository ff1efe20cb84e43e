import { expect, test } from '@jest/globals';
import { ApiError } from '../api/api-error.ts';
import { refusalOf } from './live-source.ts';

const refused = (status: number) => new ApiError('Refused.', { status, code: 'refused' });

test('a refusal because of the state of a document is said to people, not to programs', () => {
  expect(refusalOf(new ApiError('It is locked; send is_locked=false to PATCH.', { status: 409, code: 'conflict' }))?.message).toBe(
    'it is locked or in the trash',
  );
});

test.each([
  [refused(403), 'not_allowed'],
  [refused(400), 'unavailable'],
  [refused(404), 'gone'],
  [refused(409), 'unavailable'],
  [new TypeError('There is no operation.'), 'unavailable'],
  [refused(0), undefined],
  [refused(429), undefined],
  [refused(503), undefined],
])('%s ends live editing as %s', (error, reason) => {
  expect(refusalOf(error)?.reason).toBe(reason);
});

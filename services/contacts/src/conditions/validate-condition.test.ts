import { expect, test } from '@jest/globals';
import { validate } from '@space/bus';
import { Condition } from '@space/contracts/contacts';

const messages = (condition: unknown) => validate(Condition, condition, ['condition']).errors.map(({ path, message }) => [path, message]);

test.each([
  ['tags', { field: 'tags', op: 'contains', value: 'customer' }, 'condition.field'],
  ['a custom field', { and: [{ field: 'plan', op: 'eq', value: 'free' }] }, 'condition.and.0.field'],
])('a comparison of %s as a field is refused with the ways to compare tags and custom fields', (_what, condition, path) => {
  expect(messages(condition)).toEqual([
    [
      path,
      'must be one of "name", "email", "phone", "company", "line_of_work", "location", "bio", "created_at", "updated_at"; a tag is compared as {"tag": "customer"}, a custom field with custom_field in place of field',
    ],
  ]);
});

test('a comparison without a field is refused because the field is required', () => {
  expect(messages({ op: 'eq', value: 'x' })).toEqual([['condition.field', 'is required']]);
});

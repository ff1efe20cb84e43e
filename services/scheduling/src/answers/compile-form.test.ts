import { describe, expect, test } from '@jest/globals';
import { type FormField, layoutTypes } from '@space/contracts/scheduling';
import { compileForm } from './compile-form.ts';

const validate = (type: FormField['type'], value: unknown) =>
  compileForm([{ key: 'q', label: 'Question', type, required: true }]).validate({ q: value });

test('a required consent must be true; a required yes_no may be false', () => {
  expect(validate('consent', false).errors).toMatchObject([{ message: 'must be checked' }]);
  expect(validate('yes_no', false).errors).toEqual([]);
});

describe('a field with a condition', () => {
  const form = compileForm([
    {
      key: 'attending',
      label: 'A',
      type: 'radio',
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    { key: 'guests', label: 'G', type: 'number', required: true, visible_if: { field: 'attending', op: 'eq', value: 'yes' } },
    { key: 'names', label: 'N', type: 'short_text', required: true, visible_if: { field: 'guests', op: 'gt', value: 0 } },
  ]);

  test('is not required and stores no answer while it is hidden', () => {
    expect(form.validate({ attending: 'no', guests: 3, names: 'Bob' })).toMatchObject({ answers: { attending: 'no' }, errors: [] });
  });

  test('is hidden when its condition depends on a hidden field', () => {
    expect(form.validate({ names: 'Bob', guests: 3 })).toMatchObject({ answers: {}, errors: [] });
  });

  test('is required when it is visible', () => {
    expect(form.validate({ attending: 'yes' }).errors).toMatchObject([{ path: 'guests' }]);
    expect(form.validate({ attending: 'yes', guests: 2 }).errors).toMatchObject([{ path: 'names' }]);
    expect(form.validate({ attending: 'yes', guests: 0 }).errors).toEqual([]);
  });

  test('may come before the field that its condition depends on', () => {
    const turned = compileForm([...form.fields].reverse());
    expect(turned.validate({ attending: 'yes', guests: 2, names: 'Bob' }).answers).toEqual({ attending: 'yes', guests: 2, names: 'Bob' });
    expect(turned.validate({ attending: 'no', guests: 2, names: 'Bob' }).answers).toEqual({ attending: 'no' });
  });

  test('may be required when another field is empty, which is required when this one is empty', () => {
    const either = compileForm([
      { key: 'email', label: 'E', type: 'email', required_if: { field: 'phone', op: 'is_empty' } },
      { key: 'phone', label: 'P', type: 'phone', required_if: { field: 'email', op: 'is_empty' } },
    ]);
    expect(either.validate({}).errors.map(({ path }) => path)).toEqual(['email', 'phone']);
    expect(either.validate({ email: 'ada@example.com' }).errors).toEqual([]);
    expect(either.validate({ phone: '+442079460000' }).errors).toEqual([]);
  });
});

test('a field may have a key that all objects have, such as constructor', () => {
  const form = compileForm([{ key: 'constructor', label: 'C', type: 'short_text', required: true }]);
  expect(form.validate({}).errors).toMatchObject([{ path: 'constructor', code: 'required' }]);
  expect(form.validate({ constructor: 'me' }).answers).toEqual({ constructor: 'me' });
  expect(form.validate(JSON.parse('{"constructor":"me","__proto__":{"q":1}}')).errors).toMatchObject([{ code: 'unknown_field' }]);
});

test.each(layoutTypes)('a %s rejects an answer', (type) => {
  const form = compileForm([{ key: 'words', label: 'Words', type }]);
  expect(form.validate({})).toMatchObject({ answers: {}, errors: [] });
  expect(form.validate({ words: 'x' }).errors).toMatchObject([{ path: 'words', code: 'unknown_field' }]);
});

import { describe, expect, test } from '@jest/globals';
import { columnTypes } from '@space/contracts/tables';
import { choices, columnOfType } from '../../test/fixtures/column.ts';
import { type ColumnShape, checkColumn } from './check-column.ts';

const errorsOf = (input: ColumnShape) => checkColumn(input).errors.map(({ path, code }) => [path, code]);
const pathsOf = (input: ColumnShape) => checkColumn(input).errors.map(({ path }) => path);

describe('a new column', () => {
  test('needs no settings, unless its type requires some', () => {
    for (const type of columnTypes) {
      const needy = ['formula', 'lookup', 'rollup', 'count', 'reference'].includes(type);
      expect([type, pathsOf({ type }).length > 0]).toEqual([type, needy]);
    }
  });

  test('rejects the setting of another type and lists those of its own', () => {
    const { errors } = checkColumn({ type: 'rating', field_config: { maximum: 5, __proto__x: 1 } });
    expect(errors).toEqual([
      { path: 'field_config.maximum', code: 'unknown_field', message: 'is not a setting of rating columns; that type has max, icon' },
      { path: 'field_config.__proto__x', code: 'unknown_field', message: 'is not a setting of rating columns; that type has max, icon' },
    ]);
  });

  test.each<[ColumnShape, string]>([
    [
      { type: 'select', field_config: { options: ['Lead'] } },
      'is not a setting of select columns; that type has none, and its choices are `options` of the column itself',
    ],
    [
      { type: 'multi_select', field_config: { choices: ['Lead'] } },
      'is not a setting of multi_select columns; that type has min_items, max_items, and its choices are `options` of the column itself',
    ],
    [
      { type: 'reference', field_config: { table_id: 'tbl_b' }, reference_target: { table_id: 'tbl_b' } },
      'is not a setting of reference columns; that type has none, and its target is `reference_target` of the column itself',
    ],
  ])('names the field of the column that takes what is no setting: %j', (input, message) => {
    expect(checkColumn(input).errors).toEqual([{ path: expect.stringMatching(/^field_config\./), code: 'unknown_field', message }]);
  });

  const wrong: readonly (readonly [string, ColumnShape, string])[] = [
    ['a precision that is no number', { type: 'number', field_config: { precision: 'two' } }, 'field_config.precision'],
    ['a precision of 9', { type: 'number', field_config: { precision: 9 } }, 'field_config.precision'],
    ['a least above the most', { type: 'number', field_config: { min: 2, max: 1 } }, 'field_config.min'],
    ['a first day after the last', { type: 'date', field_config: { min: '2026-02-01', max: '2026-01-01' } }, 'field_config.min'],
    ['a day that does not exist', { type: 'date', field_config: { min: '2026-02-30' } }, 'field_config.min'],
    ['too many characters', { type: 'text', field_config: { max_length: 10_001 } }, 'field_config.max_length'],
    ['an invalid pattern', { type: 'text', field_config: { pattern: '(' } }, 'field_config.pattern'],
    ['a pattern of too many steps', { type: 'text', field_config: { pattern: '(a{1,30}b?){30}' } }, 'field_config.pattern'],
    ['a pattern that looks back', { type: 'text', field_config: { pattern: '(a)\\1' } }, 'field_config.pattern'],
    ['a zone on Mars', { type: 'datetime', field_config: { timezone: 'Mars/Phobos' } }, 'field_config.timezone'],
    ['an offset for a zone', { type: 'datetime', field_config: { timezone: '+02:00' } }, 'field_config.timezone'],
    ['a region without phones', { type: 'phone', field_config: { default_region: 'XX' } }, 'field_config.default_region'],
    ['a scheme that runs code', { type: 'url', field_config: { allowed_schemes: ['javascript'] } }, 'field_config.allowed_schemes.0'],
    ['options of a text column', { type: 'text', options: ['a'] }, 'options'],
    ['two options of one name', { type: 'select', options: ['Lead', 'lead'] }, 'options.1'],
    [
      'two options of one id',
      {
        type: 'select',
        options: [
          { id: 'x', name: 'a' },
          { id: 'x', name: 'b' },
        ],
      },
      'options.1.id',
    ],
    ['a target of a text column', { type: 'text', reference_target: { table_id: 'tbl_b' } }, 'reference_target'],
    ['no target of a reference', { type: 'reference' }, 'reference_target'],
    ['required on a computed column', { type: 'autonumber', required: true }, 'required'],
    ['a default on a computed column', { type: 'created_at', default_value: 'x' }, 'default_value'],
    ['a default out of range', { type: 'number', field_config: { max: 1 }, default_value: 2 }, 'default_value'],
    ['a default that is no choice', { type: 'select', options: ['a'], default_value: 'b' }, 'default_value'],
    [
      'two ways to the rows',
      { type: 'count', field_config: { reference_column: 'a', table_id: 'tbl_b' } },
      'field_config.reference_column',
    ],
    ['no way to the rows', { type: 'rollup', field_config: { function: 'count_all' } }, 'field_config.reference_column'],
    [
      'a filter of an unknown comparison',
      { type: 'count', field_config: { reference_column: 'a', filter: [{ column_key: 'b', op: 'like', value: 'x' }] } },
      'field_config.filter.0.op',
    ],
    ['a sum of nothing', { type: 'rollup', field_config: { function: 'sum', reference_column: 'a' } }, 'field_config.target_column'],
  ];
  for (const [what, input, path] of wrong)
    test(`is rejected for ${what}`, () => {
      expect(pathsOf(input)).toEqual([path]);
    });

  test('returns all errors together', () => {
    expect(errorsOf({ type: 'number', required: true, options: ['a'], field_config: { min: 2, max: 1, size: 3 } })).toEqual([
      ['options', 'not_for_this_type'],
      ['field_config.size', 'unknown_field'],
    ]);
  });

  test('has options with an id, a name and a color, from names or objects', () => {
    const { options } = checkColumn({ type: 'select', options: ['Lead', { name: 'Won', color: 'green' }, { id: 'l', name: 'Lost' }] });
    expect(options).toEqual([
      { id: 'Lead', name: 'Lead', color: null },
      { id: 'Won', name: 'Won', color: 'green' },
      { id: 'l', name: 'Lost', color: null },
    ]);
  });

  test('has its default in the stored form', () => {
    expect(checkColumn({ type: 'multi_select', options: [{ id: 'a', name: 'A' }], default_value: ['A', 'a'] }).default_value).toEqual([
      'a',
    ]);
    expect(checkColumn({ type: 'datetime', default_value: '2026-03-31T09:30:00+02:00' }).default_value).toBe('2026-03-31T07:30:00.000Z');
  });

  test.each([
    ['GMT', 'GMT'],
    ['CET', 'CET'],
    ['europe/paris', 'Europe/Paris'],
    ['Europe/Paris', 'Europe/Paris'],
  ])('accepts the time zone %s and stores it as %s', (timezone, stored) => {
    expect(checkColumn({ type: 'datetime', field_config: { timezone } })).toMatchObject({ errors: [], config: { timezone: stored } });
  });

  test('of type reference links to many rows by default', () => {
    expect(checkColumn({ type: 'reference', reference_target: { table_id: 'tbl_b' } }).reference_target).toEqual({
      table_id: 'tbl_b',
      cardinality: 'many',
    });
  });
});

describe('a changed column', () => {
  const stage = columnOfType('select', {
    options: [
      { id: 'lead', name: 'Lead', color: 'red' },
      { id: 'won', name: 'Won', color: null },
    ],
    default_value: 'lead',
  });

  test('keeps the ids of its options by id and by name, so that cells stay valid', () => {
    const { options } = checkColumn({ type: 'select', options: [{ id: 'lead', name: 'Prospect' }, 'WON', 'New'] }, stage);
    expect(options).toEqual([
      { id: 'lead', name: 'Prospect', color: 'red' },
      { id: 'won', name: 'WON', color: null },
      { id: 'New', name: 'New', color: null },
    ]);
  });

  test('gives a new option another id if a renamed option has that name as its id', () => {
    const { options, errors } = checkColumn({ type: 'select', options: [{ id: 'lead', name: 'Prospect' }, { name: 'lead' }] }, stage);
    expect([options.map(({ id }) => id), errors]).toEqual([['lead', 'lead 2'], []]);
  });

  test('is rejected if its default is no longer a choice', () => {
    expect(checkColumn({ type: 'select', options: ['Won'] }, stage).errors.map(({ path }) => path)).toEqual(['default_value']);
  });

  test('keeps the settings and the default that its new type accepts', () => {
    const before = columnOfType('number', { config: { precision: 2, min: 0, unique: true }, default_value: 5 });
    expect(checkColumn({ type: 'currency' }, before)).toMatchObject({ config: { precision: 2, min: 0 }, default_value: 5, errors: [] });
    expect(checkColumn({ type: 'checkbox' }, before)).toMatchObject({ config: {}, default_value: true, errors: [] });
    expect(checkColumn({ type: 'email' }, before)).toMatchObject({ config: { unique: true }, default_value: null, errors: [] });
    expect(checkColumn({ type: 'multi_select' }, stage)).toMatchObject({ options: stage.options, default_value: ['lead'] });
  });

  test('has no options after a change to a type of choices', () => {
    expect(checkColumn({ type: 'select' }, columnOfType('text'))).toMatchObject({ options: [], errors: [] });
    expect(checkColumn({ type: 'select', options: ['a'] }, columnOfType('text')).options).toEqual(choices('a'));
  });
});

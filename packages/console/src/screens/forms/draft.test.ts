import { describe, expect, test } from '@jest/globals';
import { formFieldTypes, holds } from '@space/contracts/form-rules';
import { NewFormField } from '@space/contracts/scheduling';
import fc from 'fast-check';
import { type Condition, type Group, type GroupKind, renameInCondition, toCondition, toGroup } from './condition-tree.ts';
import { addField, changeField, changesOf, copyField, type Draft, draftOf, fieldsOf, moveField, removeField } from './draft.ts';
import { keyFromLabel, uniqueKey } from './field-key.ts';
import { fieldWords, paletteOf } from './field-words.ts';
import type { Form } from './form.ts';

const form = {
  id: 'frm_1',
  name: 'Contact',
  description: null,
  success_message: null,
  redirect_url: null,
  double_opt_in: false,
  quiz: null,
  layout: 'one_page',
  language: null,
  fields: [
    { key: 'a', label: 'A', type: 'short_text' },
    { key: 'b', label: 'B', type: 'yes_no' },
    {
      key: 'c',
      label: 'C',
      type: 'email',
      visible_if: { and: [{ field: 'b', op: 'eq', value: true }, { not: { field: 'a', op: 'is_empty' } }] },
    },
  ],
} as unknown as Form;

const keys = (draft: Draft) => fieldsOf(draft).map(({ key }) => key);

test('a field moves to any place, and never out of the list', () => {
  const draft = draftOf(form);
  const [a, , c] = draft.fields.map(({ uid }) => uid) as [string, string, string];
  expect(keys(moveField(draft, a, 1))).toEqual(['b', 'a', 'c']);
  expect(keys(moveField(draft, a, 9))).toEqual(['b', 'c', 'a']);
  expect(keys(moveField(draft, c, -1))).toEqual(['c', 'a', 'b']);
  expect(moveField(draft, a, 0)).toBe(draft);
  expect(moveField(draft, 'unknown', 1)).toBe(draft);
});

test('moves keep every field exactly once', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), fc.integer({ min: -2, max: 5 }))), (moves) => {
      const start = draftOf(form);
      const end = moves.reduce((draft, [which, to]) => moveField(draft, start.fields[which]!.uid, to), start);
      expect(keys(end).toSorted()).toEqual(['a', 'b', 'c']);
    }),
  );
});

test.each([...formFieldTypes])('a new field of type %s is one that the contract accepts', (type) => {
  const { draft, uid } = addField(draftOf(form), type);
  const field = draft.fields.find((one) => one.uid === uid)!.field;
  expect(NewFormField.safeParse(field).error).toBeUndefined();
  expect(fieldWords(type).name).not.toBe(type);
});

test('every type of the contract is once in the palette, also one without a group', () => {
  expect(
    paletteOf([...formFieldTypes])
      .flatMap(([, types]) => types)
      .toSorted(),
  ).toEqual([...formFieldTypes].toSorted());
  expect(paletteOf(['future' as 'email']).flatMap(([, types]) => types)).toEqual(['future']);
});

describe('the key of a field', () => {
  test('follows the label of a new field until a key is typed', () => {
    const { draft, uid } = addField(draftOf(form), 'short_text');
    const named = changeField(draft, uid, { label: 'Größe in cm?' });
    expect(keys(named).at(-1)).toBe('gro_e_in_cm');
    const typed = changeField(changeField(named, uid, { key: 'size' }), uid, { label: 'Size' });
    expect(keys(typed).at(-1)).toBe('size');
  });

  test('of a saved field stays when its label changes', () => {
    const draft = draftOf(form);
    expect(keys(changeField(draft, draft.fields[0]!.uid, { label: 'Another' }))[0]).toBe('a');
  });

  test('that changes is renamed in the conditions of other fields', () => {
    const draft = draftOf(form);
    const { visible_if } = fieldsOf(changeField(draft, draft.fields[1]!.uid, { key: 'agrees' }))[2]!;
    expect(visible_if).toEqual({ and: [{ field: 'agrees', op: 'eq', value: true }, { not: { field: 'a', op: 'is_empty' } }] });
  });

  test('is snake_case and not taken', () => {
    expect(keyFromLabel('2. E-Mail Adresse!')).toBe('e_mail_adresse');
    expect(keyFromLabel('電話')).toBe('');
    expect(uniqueKey('', ['field'])).toBe('field_2');
    expect(uniqueKey('a', ['a', 'a_2'])).toBe('a_3');
  });
});

test('another type drops the properties that it does not have', () => {
  const { draft, uid } = addField(draftOf(form), 'radio');
  const ruled = changeField(draft, uid, { type: 'multi_select', validation: { min_selections: 1 } });
  const text = fieldsOf(changeField(ruled, uid, { type: 'short_text' })).at(-1)!;
  expect(Object.keys(text).toSorted()).toEqual(['key', 'label', 'type']);
  expect(fieldsOf(changeField(ruled, uid, { type: 'heading', required: true })).at(-1)).not.toHaveProperty('required');
});

test('a copy has its own key, and follows the field', () => {
  const draft = draftOf(form);
  expect(keys(copyField(draft, draft.fields[0]!.uid).draft)).toEqual(['a', 'a_2', 'b', 'c']);
});

test('only what differs is sent, with the values before', () => {
  const draft = draftOf(form);
  expect(changesOf(draft, form)).toEqual({ fields: {}, before: {} });
  const changed = { ...draft, settings: { ...draft.settings, name: 'New' } };
  expect(changesOf(changed, form)).toEqual({ fields: { name: 'New' }, before: { name: 'Contact' } });
  const removed = removeField(draft, draft.fields[0]!.uid);
  expect(changesOf(removed, form)).toEqual({ fields: { fields: form.fields.slice(1) }, before: { fields: form.fields } });
});

test('a field keeps its uid when the form is read again', () => {
  const draft = draftOf(form);
  expect(draftOf(form, draft).fields.map(({ uid }) => uid)).toEqual(draft.fields.map(({ uid }) => uid));
});

describe('a condition', () => {
  const test_ = fc.record({ field: fc.constantFrom('a', 'b'), op: fc.constantFrom('eq', 'is_empty'), value: fc.boolean() });
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      test_ as fc.Arbitrary<Condition>,
      fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Condition>,
      fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Condition>,
      fc.record({ not: tie('condition') }) as fc.Arbitrary<Condition>,
    ),
  }));

  test('means the same after it was edited as a group', () => {
    fc.assert(
      fc.property(condition, fc.dictionary(fc.constantFrom('a', 'b'), fc.boolean()), (before, answers) => {
        expect(holds(toCondition(toGroup(before))!, answers)).toBe(holds(before, answers));
      }),
    );
  });

  test('of an empty group is undefined', () => {
    expect(toCondition({ kind: 'any', parts: [{ kind: 'all', parts: [] }] })).toBeUndefined();
  });

  test.each<[GroupKind, Condition]>([
    [
      'all',
      {
        and: [
          { field: 'a', op: 'is_empty' },
          { field: 'b', op: 'is_empty' },
        ],
      },
    ],
    [
      'any',
      {
        or: [
          { field: 'a', op: 'is_empty' },
          { field: 'b', op: 'is_empty' },
        ],
      },
    ],
    [
      'none',
      {
        not: {
          or: [
            { field: 'a', op: 'is_empty' },
            { field: 'b', op: 'is_empty' },
          ],
        },
      },
    ],
    [
      'not_all',
      {
        not: {
          and: [
            { field: 'a', op: 'is_empty' },
            { field: 'b', op: 'is_empty' },
          ],
        },
      },
    ],
  ])('of kind %s is written as the contract has it', (kind, expected) => {
    const group: Group = {
      kind,
      parts: [
        { field: 'a', op: 'is_empty' },
        { field: 'b', op: 'is_empty' },
      ],
    };
    expect(toCondition(group)).toEqual(expected);
    expect(toGroup(expected)).toEqual(group);
  });

  test('of another field is not renamed', () => {
    expect(renameInCondition({ not: { field: 'a', op: 'is_empty' } }, 'b', 'c')).toEqual({ not: { field: 'a', op: 'is_empty' } });
  });
});

import { expect, test } from '@jest/globals';
import { Condition as Schema } from '@space/contracts/contacts';
import fc from 'fast-check';
import { type Condition, conditionDraft, leafText, leavesOf, newGroup, newRule, readCondition } from './condition-draft.ts';
import { columnsOf, filterOf } from './contact-filter.ts';
import { csvHeaders, guessField, mappingOf } from './csv-header.ts';
import { differing, firstChoice, rulesOf } from './merge-choice.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).map((value) => `x${value}`);
const value = fc.oneof(text, fc.integer(), fc.boolean());
const leaf = fc.oneof(
  text.map((tag): Condition => ({ tag })),
  fc.record({
    field: fc.constantFrom('name' as const, 'company' as const),
    op: fc.constantFrom('eq' as const, 'contains' as const),
    value,
  }),
  fc.record({ custom_field: text, op: fc.constantFrom('gt' as const, 'lt' as const), value }),
  fc.constant<Condition>({ field: 'phone', op: 'is_empty' }),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and): Condition => ({ and })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or): Condition => ({ or })),
    tie('condition').map((not): Condition => ({ not })),
  ),
}));

test('a condition that goes through the builder comes out as it was', () => {
  fc.assert(
    fc.property(condition, (given) => {
      expect(readCondition(conditionDraft(given))).toEqual(given);
    }),
  );
});

test('a condition of the builder fits the contract, and an incomplete one gives none', () => {
  fc.assert(
    fc.property(condition, (given) => {
      expect(Schema.safeParse(readCondition(conditionDraft(given))).success).toBe(Schema.safeParse(given).success);
    }),
  );
  expect(readCondition(newRule())).toBeUndefined();
  expect(readCondition({ ...newGroup(), rules: [{ ...newRule(), value: 'vip' }, newRule()] })).toBeUndefined();
  expect(readCondition({ ...newRule(), subject: 'company', op: 'gt', value: 'x', type: 'number' })).toBeUndefined();
  expect(readCondition({ ...newRule(), subject: 'company', op: 'is_empty', type: undefined })).toEqual({
    field: 'company',
    op: 'is_empty',
  });
});

test('the comparisons of a condition are named one by one', () => {
  const given: Condition = { and: [{ tag: 'vip' }, { not: { or: [{ field: 'company', op: 'contains', value: 'Engines' }] } }] };
  expect(leavesOf(given).map(leafText)).toEqual(['has the tag “vip”', 'Company contains “Engines”']);
});

test('the address of the list gives its filters, its order and its columns', () => {
  expect(filterOf({ search: 'ada', tags: ['new'], audience: 'aud_1', sort: 'name' })).toEqual({
    search: 'ada',
    tags: ['new'],
    audience_id: 'aud_1',
    sort: 'name',
  });
  expect(filterOf({ search: '', tags: [], audience: undefined })).toEqual({});
  expect(columnsOf(['tags', 'email', 'other'], [])).toEqual(['email', 'tags']);
});

test('the headers of a CSV are read with their quotes, and name their fields', () => {
  expect(csvHeaders('\ufeffName,"E-Mail, private","a ""b"""\r\nAda,ada@example.com,1')).toEqual(['Name', 'E-Mail, private', 'a "b"']);
  expect(csvHeaders(' ')).toEqual([]);
  expect(['Full name', 'E-Mail', 'tags', 'custom_fields.plan', 'Shoe size'].map(guessField)).toEqual([
    'name',
    'email',
    'tags',
    'custom_fields.plan',
    '',
  ]);
  expect(mappingOf({ Name: 'name', email: 'email', Size: '' })).toEqual({ Name: 'name' });
});

test('a merge begins with the contact that stays, and fills what it lacks', () => {
  const shared = {
    id: 'con_1',
    email: 'a@example.com',
    line_of_work: null,
    location: null,
    bio: null,
    custom_fields: {},
    tags: [],
    created_at: '',
    updated_at: '',
  };
  const stays = { ...shared, name: 'Ada', phone: null, company: 'Engines' };
  const goes = { ...shared, name: 'Ada L.', phone: '1', company: null };
  expect(differing(stays, goes)).toEqual(['name', 'phone', 'company']);
  expect(rulesOf(stays, goes, firstChoice(stays, goes))).toEqual({ name: 'keep', phone: 'take', company: 'keep' });
});

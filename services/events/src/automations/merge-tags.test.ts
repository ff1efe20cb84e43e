import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findInvalidTags, findTaggedTexts, findTags, render } from './merge-tags.ts';

const values = {
  event: { type: 'table_row_created', data: { amount: 12, tags: ['a', 'b'], nothing: null } },
  contact: { email: 'ada@example.com', name: '{{contact.email}}' },
  payload: { yes: true },
  steps: [{ id: 'con_1' }],
};
const one = (text: string) => render({ text }, values).value.text;

describe('render', () => {
  test('replaces a string that is one tag with the value and its type', () => {
    expect(one('{{event.data.amount}}')).toBe(12);
    expect(one('{{ event.data.tags }}')).toEqual(['a', 'b']);
    expect(one('{{event.data.nothing}}')).toBeNull();
    expect(one('{{payload.yes}}')).toBe(true);
    expect(one('{{steps.0.id}}')).toBe('con_1');
    expect(one('{{event.data.tags.1}}')).toBe('b');
  });

  test('inserts values into a longer string as text', () => {
    expect(one('{{contact.email}} owes {{event.data.amount}} for {{event.data.tags}}{{event.data.nothing}}.')).toBe(
      'ada@example.com owes 12 for ["a","b"].',
    );
  });

  test('does not parse inserted values again', () => {
    expect(one('{{contact.name}}')).toBe('{{contact.email}}');
    expect(one('Dear {{contact.name}}')).toBe('Dear {{contact.email}}');
  });

  test('leaves out a string whose only tag finds nothing, and adds a note', () => {
    expect(render({ a: '{{contact.phone}}', b: ['{{payload.no}}', 1], c: 'x{{payload.no}}' }, values)).toEqual({
      value: { b: [1], c: 'x' },
      notes: ['{{contact.phone}} found nothing.', '{{payload.no}} found nothing.'],
      too_large: false,
    });
  });

  test('stops at the size limit and reports too_large', () => {
    const text = '{{payload.long}}'.repeat(4_000);
    const { value, too_large } = render({ text }, { payload: { long: 'x'.repeat(100_000) } });
    expect(too_large).toBe(true);
    expect(String(value.text).length).toBeLessThan(300_000);
  });
});

test.each([
  'constructor',
  '__proto__',
  'contact.constructor.name',
  'event.data.tags.map',
  'contact.email.length',
  'steps.0.__proto__.x',
  'toString',
])('{{%s}} finds nothing because only own properties are read', (path) => {
  expect(render({ text: `{{${path}}}` }, values).value).toEqual({});
});

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('{', '}', '.', 'event', 'contact', 'steps', '0', '__proto__', 'constructor', 'prototype', ' ') }),
);
const json = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof(texts, fc.constantFrom('__proto__', 'constructor', 'a', '0')), tie('any'), { maxKeys: 4 }),
}));

test('render never throws, returns JSON and reads no prototype, for any template and values', () => {
  const secret = Object.create({ email: 'inherited', inside: { email: 'inherited' } });
  fc.assert(
    fc.property(
      json.object as fc.Arbitrary<Record<string, unknown>>,
      json.object,
      fc.array(json.any, { maxLength: 3 }),
      (template, payload, steps) => {
        const { value } = render(
          { ...template, inherited: '{{contact.email}}{{contact.inside.email}}' },
          { payload, steps, contact: secret },
        );
        expect(value.inherited).toBe('');
        expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.stringify(value)).not.toContain('inherited"inherited');
        expect(Array.isArray(findInvalidTags(template, 1, 2))).toBe(true);
      },
    ),
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('findInvalidTags returns each tag that can never find anything, with the reason', () => {
  const errors = (text: string) => findInvalidTags({ deep: [{ text }] }, 1, 3).map(({ path, message }) => `${path}: ${message}`);
  expect(errors('{{contcat.email}}')).toEqual([expect.stringContaining('deep.0.text: {{contcat.email}} must begin with one of event')]);
  expect(errors('{{contcat.email}}')[0]).toContain('did you mean "contact"?');
  expect(errors('{{steps.1.id}}')).toEqual([expect.stringContaining('names a step that runs later; this is step 1')]);
  expect(errors('{{steps.2.id}}')).toEqual([expect.stringContaining('names a step that runs later; this is step 1')]);
  expect(errors('{{steps.009.id}}')).toEqual([
    'deep.0.text: {{steps.009.id}} names step 9, but the automation has 3 actions; a tag can name only an earlier step, and this is step 1',
  ]);
  expect(findInvalidTags({ id: '{{steps.9.id}}' }, 0, 1)[0]!.message).toContain('names step 9, but the automation has 1 action;');
  expect(errors('{{steps.id}}')).toEqual([expect.stringContaining('by its number')]);
  expect(errors('{{}}')).toEqual([expect.stringContaining('is not a merge tag')]);
  expect(errors('{{steps.0.id}} {{contact.email}} {{event.data.x}} {{payload.a-b}}')).toEqual([]);
});

test('findTaggedTexts returns the dotted paths of strings with tags', () => {
  expect(findTaggedTexts({ a: 'x', b: ['{{payload.x}}', { c: '{{payload.y}}!' }] }).map(({ path }) => path)).toEqual(['b.0', 'b.1.c']);
});

test('a tag after a backslash is literal and is not validated', () => {
  const template = { alone: '\\{{contact.name}}', inside: 'Write \\{{name}} for {{contact.email}}.' };
  expect(render(template, values).value).toEqual({ alone: '{{contact.name}}', inside: 'Write {{name}} for ada@example.com.' });
  expect(findInvalidTags(template, 0, 1)).toEqual([]);
  expect(findTags(template).map(({ tag }) => tag)).toEqual(['{{contact.email}}']);
});

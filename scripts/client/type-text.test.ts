import { expect, test } from '@jest/globals';
import type { JsonSchema } from '@space/gateway';
import { commentText, typeText } from './type-text.ts';

const types: [JsonSchema, string][] = [
  [{ type: 'string', minLength: 5 }, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ enum: ['a', null] }, '"a" | null'],
  [{ const: 7 }, '7'],
  [{ anyOf: [{ type: 'string' }, { type: 'string' }, { $ref: '#/components/schemas/Contact' }] }, 'string | Contact'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, 'Array<string | number>'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{}, 'unknown'],
];

test.each(types)('the type of %j is %s', (schema, text) => {
  expect(typeText(schema)).toBe(text);
});

test('an object has its fields with comments, and quotes names that are not identifiers', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', description: 'The name' }, 'x-y': { type: 'object', properties: { z: { type: 'number' } } } },
  };
  expect(typeText(schema)).toBe('{\n  /** The name */\n  name: string;\n  "x-y"?: {\n    z?: number;\n  };\n}');
});

test('an unknown type is an error', () => {
  expect(() => typeText({ type: 'date' })).toThrow(/unknown type date/);
});

test('a comment cannot end early', () => {
  expect(commentText(['*/ alert()', undefined, 'Second.'])).toBe('/**\n * *\\/ alert()\n *\n * Second.\n */\n');
  expect(commentText([undefined])).toBe('');
});

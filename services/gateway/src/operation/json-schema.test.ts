import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { schemaOf } from './json-schema.ts';

test('a schema omits the patterns and bounds that only the server needs', () => {
  const schema = schemaOf(
    z.strictObject({ at: z.iso.datetime(), n: z.int(), either: z.iso.datetime().or(z.iso.datetime({ precision: 3 })), any: z.json() }),
  );
  expect(schema).toEqual({
    type: 'object',
    properties: {
      at: { type: 'string', format: 'date-time' },
      n: { type: 'integer' },
      either: { type: 'string', format: 'date-time' },
      any: {},
    },
    required: ['at', 'n', 'either', 'any'],
    additionalProperties: false,
  });
});

test('a field may have the name of a JSON Schema keyword', () => {
  const schema = schemaOf(
    z.strictObject({ properties: z.string(), allOf: z.string(), $defs: z.string().optional(), propertyNames: z.string() }),
  );
  expect(Object.keys(schema.properties!)).toEqual(['properties', 'allOf', '$defs', 'propertyNames']);
});

test('a named schema keeps its name', () => {
  type Tree = { branches?: Tree[] | undefined };
  const Tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ branches: z.array(Tree).optional() })).meta({ id: 'TestTree' });
  expect(schemaOf(z.strictObject({ tree: Tree }))).toMatchObject({
    properties: { tree: { $ref: '#/$defs/TestTree' } },
    $defs: { TestTree: { type: 'object' } },
  });
});

import { describe, expect, test } from '@jest/globals';
import { scopes } from '@space/contracts/core';
import { keyWith } from '../../../test/fixtures/key-with.ts';
import type { JsonSchema } from '../../operation/json-schema.ts';
import { createToolCatalog } from './tool-catalog.ts';
import { listedTools } from './tool-list.ts';
import { commonTypes, typedSchema, typesOnly } from './typed-schema.ts';

const catalog = createToolCatalog();
const single = [...catalog.tools.values()].map(({ listed }) => listed);

/** Returns the paths of the parts of a schema that have not one type, at any depth. */
function untypedParts(schema: JsonSchema, path: string): string[] {
  const { type, anyOf, enum: values, $ref, properties, items, additionalProperties, $defs } = schema;
  const isTyped = typeof type === 'string' || (type === undefined && (anyOf ?? values ?? $ref) !== undefined);
  const named = Object.entries({ ...properties, ...$defs });
  return [
    ...(isTyped ? [] : [path]),
    ...(type === 'array' && typeof items !== 'object' ? [`${path}.items`] : []),
    ...named.flatMap(([name, part]) => untypedParts(part, `${path}.${name}`)),
    ...(anyOf ?? []).flatMap((part, n) => untypedParts(part, `${path}|${n}`)),
    ...(typeof items === 'object' ? untypedParts(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? untypedParts(additionalProperties, `${path}.*`) : []),
  ];
}

test.each([
  ['the list of every tool', listedTools(catalog, keyWith(scopes))],
  ['the Everyday list', listedTools(catalog, keyWith(scopes, 'everyday'))],
  ['the Everyday list of a key that called every tool', listedTools(catalog, keyWith(scopes, 'everyday'), [...catalog.tools.keys()])],
  ['the tools that search_tools finds', single],
])('each part of each schema in %s has one type', (_name, tools) => {
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.flatMap(({ name, inputSchema }) => untypedParts(inputSchema, name))).toEqual([]);
});

describe('a schema with types', () => {
  test('names every type for a part that accepts any value', () => {
    const typed = typedSchema({ type: 'object', properties: { value: { description: 'Any' }, list: { type: 'array', items: {} } } });
    expect(untypedParts(typed, 'schema')).toEqual([]);
    expect(typed.properties!.value!.description).toBe('Any');
    expect(typed.properties!.value!.anyOf!.map(({ type }) => type)).toEqual(['string', 'number', 'object', 'boolean', 'array', 'null']);
  });

  test('allows any value by name without naming the types', () => {
    expect(typedSchema({ type: 'object', additionalProperties: {} })).toEqual({ type: 'object', additionalProperties: true });
  });

  test('has the types of what a reference names', () => {
    const definitions = {
      Rule: { anyOf: [{ type: 'object' }, { type: 'array', items: { $ref: '#/$defs/Name' } }] },
      Name: { type: 'string' },
    };
    expect(typesOnly({ $ref: '#/$defs/Rule' }, definitions)).toEqual({
      anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'string' } }],
    });
    expect(typesOnly({ enum: ['a', null] })).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] });
  });

  test('unites the types of two schemas, also those of the items of lists', () => {
    expect(commonTypes({ type: 'string' }, { type: 'integer' })).toEqual({ anyOf: [{ type: 'string' }, { type: 'integer' }] });
    expect(commonTypes({ type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'object' } })).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    });
  });
});

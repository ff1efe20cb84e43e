import type { Contract, Operation } from '@space/contracts/core';
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from '../operation/json-schema.ts';

/** Values of examples by the name of their field. */
type Known = Readonly<Record<string, unknown>>;

const TIME = '2026-01-15T09:30:00.000Z';

/** Returns an example input: the example of the contract, or one generated from the schema. */
export const inputExample = (operation: Operation, contract: Contract): Record<string, unknown> =>
  (operation.example ?? exampleOf(requiredOnly(inputSchemaOf(operation)), knownOf(contract))) as Record<string, unknown>;

/** Returns an example answer: the schema filled with the values of the contract's examples. */
export const outputExample = (operation: Operation, contract: Contract): unknown => exampleOf(outputSchemaOf(operation), knownOf(contract));

/** Returns the values in the examples of a contract by field. The first operation that has a field wins. */
function knownOf(contract: Contract): Known {
  const examples = Object.values(contract.operations).flatMap(({ example }) => (example ? [example as Known] : []));
  return Object.assign({}, ...examples.toReversed());
}

const requiredOnly = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))),
});

/** Returns a valid value of a schema. The result is deterministic. */
function exampleOf(schema: JsonSchema, known: Known = {}, name = '', defs: JsonSchema['$defs'] = schema.$defs ?? {}, depth = 0): unknown {
  const given = known[name];
  if (given !== undefined && depth < 4 && fits(given, schema)) return given;
  if (schema.$ref) {
    const target = defs[schema.$ref.split('/').at(-1)!];
    return target && depth < 6 ? exampleOf(target, known, name, defs, depth + 1) : {};
  }
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return schema.anyOf.some(isNull) ? null : exampleOf(schema.anyOf[0]!, known, name, defs, depth);
  if (isNull(schema)) return null;
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, exampleOf(part, known, key, defs, depth + 1)]),
      );
    case 'array':
      return typeof schema.items === 'object'
        ? [exampleOf(schema.items, {}, '', defs, depth + 1)].filter((item) => item !== undefined)
        : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return textOf(schema, name);
    default:
      return null;
  }
}

const isNull = ({ type }: JsonSchema): boolean => type === 'null' || (Array.isArray(type) && type.includes('null'));

function textOf({ format }: JsonSchema, name: string): string {
  if (format === 'date-time' || name.endsWith('_at')) return TIME;
  if (format === 'date') return TIME.slice(0, 10);
  if (format === 'email') return 'ada@example.com';
  if (format === 'uri' || name === 'url') return 'https://example.com';
  return name || 'text';
}

/** Returns true if a value of another example has the JSON type of this schema. */
function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => fits(value, choice));
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  const allowed = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (type === 'array' && typeof schema.items === 'object')
    return allowed.includes('array') && (value as unknown[]).every((item) => fits(item, schema.items as JsonSchema));
  return allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
}

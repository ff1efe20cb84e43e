import { type JsonSchema, outputSchemaOf } from '../../operation/json-schema.ts';
import type { CallableTool } from './callable-tools.ts';
import { nameToolsIn } from './route-names.ts';

const schemas = new WeakMap<CallableTool, JsonSchema>();

/**
 * Returns the schema of a tool's answers. It is made once. Fields that a compact answer may leave out are not required: those that
 * can be null, the times of resources, and all but the id of a resource in an answer that has many.
 */
export function outputSchemaOfTool(callable: CallableTool): JsonSchema {
  const known = schemas.get(callable);
  if (known) return known;
  const { operation } = callable.entry;
  const schema = { type: 'object', ...withOptionalFields(nameToolsIn(outputSchemaOf(operation)), operation.answers_many) };
  schemas.set(callable, schema);
  return schema;
}

const TIMES: readonly string[] = ['created_at', 'updated_at'];

function withOptionalFields(given: JsonSchema, answersMany = false): JsonSchema {
  return convert(given);

  function convert(schema: JsonSchema): JsonSchema {
    const { properties, required, items, anyOf, additionalProperties, $defs, ...rest } = schema;
    const isBrief = answersMany && TIMES.every((name) => required?.includes(name));
    const stillRequired = required?.filter((name) =>
      isBrief ? name === 'id' : !TIMES.includes(name) && !acceptsNull(properties?.[name] ?? {}),
    );
    return {
      ...rest,
      ...(properties ? { properties: convertEach(properties) } : {}),
      ...(stillRequired && stillRequired.length > 0 ? { required: stillRequired } : {}),
      ...(items === undefined ? {} : { items: typeof items === 'object' ? convert(items) : items }),
      ...(anyOf ? { anyOf: anyOf.map(convert) } : {}),
      ...(additionalProperties === undefined
        ? {}
        : { additionalProperties: typeof additionalProperties === 'object' ? convert(additionalProperties) : additionalProperties }),
      ...($defs ? { $defs: convertEach($defs) } : {}),
    };
  }

  function convertEach(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convert(schema)]));
  }
}

/** Returns true for a schema that accepts null, or any value. */
const acceptsNull = ({ type, anyOf, enum: values, const: value, $ref }: JsonSchema): boolean =>
  [type].flat().includes('null') ||
  (anyOf?.some(acceptsNull) ?? false) ||
  (values?.includes(null) ?? false) ||
  [type, anyOf, values, value, $ref].every((part) => part === undefined);

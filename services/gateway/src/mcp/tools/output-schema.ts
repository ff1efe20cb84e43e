import { type JsonSchema, outputSchemaOf } from '../../operation/json-schema.ts';
import type { CallableTool } from './callable-tools.ts';
import { nameToolsIn } from './route-names.ts';

const schemas = new WeakMap<CallableTool, JsonSchema>();

/**
 * Returns the schema of a tool's answers. It is made once. Fields that a compact answer may leave out are not required: those that
 * can be null, and the times of resources.
 */
export function outputSchemaOfTool(callable: CallableTool): JsonSchema {
  const known = schemas.get(callable);
  if (known) return known;
  const schema = { type: 'object', ...withOptionalFields(nameToolsIn(outputSchemaOf(callable.entry.operation))) };
  schemas.set(callable, schema);
  return schema;
}

const TIMES: readonly string[] = ['created_at', 'updated_at'];

function withOptionalFields(schema: JsonSchema): JsonSchema {
  const { properties, required, items, anyOf, additionalProperties, $defs, ...rest } = schema;
  const stillRequired = required?.filter((name) => !TIMES.includes(name) && !acceptsNull(properties?.[name] ?? {}));
  return {
    ...rest,
    ...(properties ? { properties: mapSchemas(properties) } : {}),
    ...(stillRequired && stillRequired.length > 0 ? { required: stillRequired } : {}),
    ...(items === undefined ? {} : { items: typeof items === 'object' ? withOptionalFields(items) : items }),
    ...(anyOf ? { anyOf: anyOf.map(withOptionalFields) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: typeof additionalProperties === 'object' ? withOptionalFields(additionalProperties) : additionalProperties,
        }),
    ...($defs ? { $defs: mapSchemas($defs) } : {}),
  };
}

const mapSchemas = (schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withOptionalFields(schema)]));

/** Returns true for a schema that accepts null, or any value. */
const acceptsNull = ({ type, anyOf, enum: values, const: value, $ref }: JsonSchema): boolean =>
  [type].flat().includes('null') ||
  (anyOf?.some(acceptsNull) ?? false) ||
  (values?.includes(null) ?? false) ||
  [type, anyOf, values, value, $ref].every((part) => part === undefined);

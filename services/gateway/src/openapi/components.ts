import { type JsonSchema, withoutClosing } from '../operation/json-schema.ts';

/** The named schemas of the document, collected from its operations. */
export interface Components {
  /** Returns the schema with its named parts moved to `#/components/schemas`. */
  place(schema: JsonSchema): JsonSchema;
  /** Returns every collected schema by name. */
  all(): Record<string, JsonSchema>;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/**
 * Creates an empty set of components. Named schemas allow additional properties, because answers use them and may get new
 * fields. Throws when the contracts use one name for two different schemas.
 */
export function createComponents(): Components {
  const named = new Map<string, JsonSchema>();

  function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, ...rest } = value as { $defs?: Record<string, unknown>; [key: string]: unknown };
    for (const [name, schema] of Object.entries($defs ?? {})) add(name, withoutClosing(move(schema)) as JsonSchema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string' ? part.replace(LOCAL, SHARED) : move(part),
      ]),
    );
  }

  function add(name: string, schema: JsonSchema): void {
    const known = named.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`The schema name ${name} stands for two different things.`);
    named.set(name, schema);
  }

  return {
    place: (schema) => move(schema) as JsonSchema,
    all: () => Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b))),
  };
}

import { isIdField } from '@space/contracts/core';
import type { JsonSchema } from '../operation/json-schema.ts';

/** What a body names; nothing when it is none that can be read, since whoever answers the call says so. */
type NamedInBody = (body: Uint8Array | null) => Readonly<Record<string, unknown>>;

const NOTHING = Object.freeze({});
const decoder = new TextDecoder();

/**
 * The reader of what the bodies of one operation name: ids of things, and `dry_run` where that is a field of its own.
 * Undefined for an operation without such a field: its bodies stay bytes.
 */
export function namedInBody({ properties = {} }: JsonSchema, inPath: readonly string[]): NamedInBody | undefined {
  const names = Object.entries(properties)
    .filter(([field, schema]) => !inPath.includes(field) && (field === 'dry_run' || isIdField(field) || listsThings(schema)))
    .map(([field]) => field);
  if (names.length === 0) return undefined;
  return (body) => {
    const fields = parsed(body);
    return Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]));
  };
}

/** Whether a field is a list whose entries name things. */
const listsThings = ({ items }: JsonSchema): boolean =>
  typeof items === 'object' && Object.keys(items.properties ?? {}).some((name) => name.endsWith('_id'));

function parsed(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  if (body === null) return NOTHING;
  try {
    const value: unknown = JSON.parse(decoder.decode(body));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : NOTHING;
  } catch {
    return NOTHING;
  }
}

import { ApiError } from '../../api/api-error.ts';
import type { InputSchema } from '../../api/operation-input.ts';

/** The parameters that a form of a file or of a change does not show. */
const HIDDEN: ReadonlySet<string> = new Set(['limit', 'cursor', 'offset', 'include_total']);

/** Returns the schema of the fields that a form asks for: without those that are known, and without paging. */
export function askedSchema(schema: InputSchema, known: Readonly<Record<string, unknown>>): InputSchema {
  const isAsked = (name: string) => !Object.hasOwn(known, name) && !HIDDEN.has(name);
  const { required = [], properties = {} } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isAsked(name))),
    required: required.filter(isAsked),
  };
}

/** Returns the values of a thing that the fields of a form begin with. */
export const initialValues = (
  { properties = {} }: InputSchema,
  thing: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(properties).flatMap((name) => (thing[name] === undefined ? [] : [[name, thing[name]]])));

/** Returns the sentences of a refusal by the paths of their fields. */
export const faultsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {};

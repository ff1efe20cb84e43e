import { formsOf, type JsonSchema } from '../operation/json-schema.ts';
import type { Arguments } from './tools/tool-catalog.ts';

type Data = Readonly<Record<string, unknown>>;

/** The times that every resource has, and the arguments that show that a call is about them. */
const TIMES = [
  ['created_at', /created_|"(?:since|until)":/],
  ['updated_at', /updated_/],
] as const;

/** The fields that identify a resource; an object with one of them and both of its times is a resource. */
export const RESOURCE_IDS: readonly string[] = ['id', 'delivery_id'];

const isId = (name: string): boolean => RESOURCE_IDS.includes(name);

/**
 * Returns an answer without fields that are null and without `created_at` and `updated_at` of resources, which cost a model tokens
 * and seldom matter to it. A time stays when an argument names it, such as in a filter or an order. A record without `updated_at`
 * never changes, so the time of its creation is a fact about it and stays. `before`, and parts whose fields the schema of the answer
 * does not name, such as cells and custom fields, stay whole: null is a value there. So it is in a field that allows any JSON, unless
 * that is a field of a resource, such as the default value of a column. With `answersMany` a resource in the answer
 * is its id, and what went wrong or is not complete in it.
 */
export function compactAnswer(answer: Data, args: Arguments, schema?: JsonSchema, answersMany = false): Data {
  const text = JSON.stringify(args);
  const dropped = new Set<string>(TIMES.filter(([, named]) => !named.test(text)).map(([name]) => name));
  const definitions = schema?.$defs ?? {};

  function compactObject(object: Data, forms: readonly JsonSchema[]): Data {
    const hasId = RESOURCE_IDS.some((name) => typeof object[name] === 'string');
    const isResource = hasId && Object.hasOwn(object, 'created_at') && Object.hasOwn(object, 'updated_at');
    return Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        if (isResource && (dropped.has(name) || (answersMany && !isId(name) && !name.startsWith('_')))) return [];
        const parts = forms.flatMap(({ properties = {} }) =>
          Object.hasOwn(properties, name) ? formsOf(properties[name]!, definitions) : [],
        );
        if (value === null) return !isResource && parts.some(isAnything) ? [[name, value]] : [];
        return [[name, name === 'before' ? value : compactValue(value, parts)]];
      }),
    );
  }

  function compactValue(value: unknown, forms: readonly JsonSchema[]): unknown {
    if (typeof value !== 'object' || value === null || forms.some(isAnything)) return value;
    if (!Array.isArray(value)) return forms.some(isMap) ? value : compactObject(value as Data, forms);
    const items = forms.flatMap((form) => (typeof form.items === 'object' ? formsOf(form.items, definitions) : []));
    return value.map((entry) => compactValue(entry, items));
  }

  return compactObject(answer, schema ? formsOf(schema, definitions) : []);
}

/** Returns true for a schema that allows any JSON. */
const isAnything = ({ type, properties, items, enum: values, const: value }: JsonSchema): boolean =>
  [type, properties, items, values, value].every((part) => part === undefined);

/** Returns true for an object whose fields have names that the schema does not know. */
const isMap = ({ type, properties, additionalProperties }: JsonSchema): boolean =>
  [type].flat().includes('object') && properties === undefined && additionalProperties !== undefined;

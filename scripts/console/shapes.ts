import type { Contract, Operation } from '@space/contracts/core';
import { z } from 'zod';

/** The part of a JSON Schema that a shape is derived from. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
}

/** A field of an answer or a parameter of a read, as the generic screens show it (packages/console/src/api/shape.ts). */
interface Field {
  readonly name: string;
  readonly kind: string;
  readonly help?: string;
  readonly options?: readonly string[];
  readonly required?: true;
}

/** The parameters that a list handles itself. */
const PAGING = new Set(['limit', 'offset', 'cursor', 'include_total']);

/** Returns the shape of each read of a contract that answers JSON: its parameters, and the fields of its answer or its entries. */
export function shapesOf({ operations }: Contract): Readonly<Record<string, { params: readonly Field[]; fields: readonly Field[] }>> {
  return Object.fromEntries(
    Object.entries<Operation>(operations)
      .filter(([, { route, download }]) => route?.method === 'GET' && !download)
      .map(([name, operation]) => [name, { params: paramsOf(operation), fields: fieldsOfAnswer(operation) }]),
  );
}

function paramsOf({ input, route }: Operation): Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const inPath = new Set([...route!.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!));
  return Object.entries(schema.properties ?? {})
    .filter(([param]) => !PAGING.has(param) && !inPath.has(param))
    .map(([param, value]) => fieldOf(param, value, schema, schema.required?.includes(param)));
}

function fieldsOfAnswer({ output }: Operation): Field[] {
  const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Schema;
  const answer = resolved(schema, schema);
  const data = answer.properties?.data;
  const entry = data && answer.properties?.next_cursor ? resolved(resolved(data, schema).items ?? {}, schema) : answer;
  return Object.entries(propertiesOf(entry, schema)).map(([name, value]) => fieldOf(name, value, schema));
}

/** Returns the properties of an object, or of all alternatives of a union. */
function propertiesOf(schema: Schema, whole: Schema): Readonly<Record<string, Schema>> {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).map((one) => propertiesOf(resolved(one, whole), whole));
  return Object.assign({}, ...alternatives, schema.properties);
}

function fieldOf(name: string, schema: Schema, whole: Schema, required = false): Field {
  const plain = withoutNull(resolved(schema, whole), whole);
  const options = plain.enum?.filter((value) => value !== null).map(String);
  const help = schema.description ?? plain.description;
  return {
    name,
    kind: kindOf(name, plain),
    ...(help && { help }),
    ...(options && options.length > 0 && { options }),
    ...(required && { required }),
  };
}

/** Returns the only alternative of a nullable schema, or the schema itself. */
function withoutNull(schema: Schema, whole: Schema): Schema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null').map((one) => resolved(one, whole));
  if (others.length === 1) return withoutNull({ ...others[0]!, ...(schema.description && { description: schema.description }) }, whole);
  return schema;
}

function kindOf(name: string, { type, format, enum: values, items }: Schema): string {
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (values) return 'choice';
  if (first === 'boolean') return 'yes_no';
  if (first === 'integer' || first === 'number') return 'number';
  if (first === 'array') return items?.type === 'string' ? 'words' : 'list';
  if (first === 'object') return 'object';
  if (first !== 'string') return 'any';
  if (format === 'date-time' || name.endsWith('_at')) return 'time';
  if (format === 'date' || name.endsWith('_date')) return 'date';
  if (name === 'id' || name.endsWith('_id')) return 'id';
  if (format === 'uri' || name === 'url' || name.endsWith('_url')) return 'url';
  return 'text';
}

function resolved(schema: Schema, whole: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const target = whole.$defs?.[name] ?? {};
  return resolved(schema.description ? { ...target, description: schema.description } : target, whole);
}

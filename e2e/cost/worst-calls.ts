import { MAX_BODY_BYTES, MAX_JSON_ENTRIES, pathParameters } from '@space/contracts/core';
import { profile } from '../profile.ts';
import type { TestSpace } from '../space.ts';
import { type Arguments, pathOf, type Routed, takesBody } from '../surface/operations.ts';
import type { RawRequest } from './send.ts';
import { boundsOf, type Schema, type Shape, worstValue } from './worst-values.ts';

/** Bytes of a request without its worst value. */
const ENVELOPE_BYTES = 16_384;

/** Bytes of a query before percent-encoding; Node refuses more than 16 KiB of path and headers. */
const QUERY_BYTES = 4_096;

const SHAPES: readonly Shape[] = ['long', 'many', 'deep'];

/** A value that is not worth a request of its own. */
const SMALL_BYTES = 400;

/** One field with the way in which its value is extreme. */
export interface WorstField {
  readonly name: string;
  readonly schema: Schema;
  readonly shape: Shape;
  /** Bytes that its value may have. */
  readonly room: number;
}

/** Returns every field of an operation that can be large, in each shape in which it is. */
export function worstFields(entry: Routed): WorstField[] {
  const room = takesBody(entry) ? (entry.operation.max_body_bytes ?? MAX_BODY_BYTES) - ENVELOPE_BYTES : QUERY_BYTES;
  return fieldSchemas(entry).flatMap(([name, schema]) =>
    SHAPES.map((shape) => ({ name, schema, shape, room })).filter((field) => sampleLength(field) > SMALL_BYTES),
  );
}

/** Bytes of a value that shows how large a field can be. */
const SAMPLE_BYTES = 8_192;

/** Returns the characters of a value of a field that has little room. */
export const sampleLength = (field: WorstField): number => textOf(worstValueOf(field, 'x', Math.min(1, SAMPLE_BYTES / field.room))).length;

/** Returns one of the worst values of a field: with the text `fill` and, if it was rejected before, with less room. */
export const worstValueOf = ({ schema, shape, room }: WorstField, fill = 'x', share = 1): unknown =>
  worstValue(schema, { shape, fill, room: Math.floor(room * share) });

/** Returns the fields of an operation that are not in its path, each with the definitions of the whole schema. */
export function fieldSchemas({ operation, route }: Routed): [name: string, schema: Schema][] {
  const { properties = {}, $defs } = boundsOf(operation.input);
  const inPath = pathParameters(route.path);
  return Object.entries(properties)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => [name, $defs === undefined ? schema : { ...schema, $defs }]);
}

/** Returns the request of a call: arguments in the path, then in the query or the body. */
export function requestOf(
  entry: Routed,
  { api_key }: Pick<TestSpace, 'api_key'>,
  args: Arguments,
  headers: Record<string, string> = {},
): RawRequest {
  const inPath = pathParameters(entry.route.path);
  const rest = Object.entries(args).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  const inBody = takesBody(entry);
  const query = inBody || rest.length === 0 ? '' : `?${new URLSearchParams(rest.map(([name, value]) => [name, textOf(value)]))}`;
  return {
    method: entry.route.method,
    url: profile.base_url + pathOf(entry, args) + query,
    headers: { authorization: `Bearer ${api_key}`, ...(inBody ? { 'content-type': 'application/json' } : {}), ...headers },
    body: inBody ? JSON.stringify(Object.fromEntries(rest)) : undefined,
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every((item) => typeof item !== 'object')
      ? value.join(',')
      : (JSON.stringify(value) ?? '');

/** Returns requests that are rejected before the handler runs, each as expensive as possible. */
export function rejectedRequests(entry: Routed, space: Pick<TestSpace, 'api_key'>, args: Arguments): RawRequest[] {
  const valid = requestOf(entry, space, args);
  const manyTags = Array.from({ length: 900 }, (_, n) => `"${n}.${n}"`).join(',');
  const conditions = { 'if-match': manyTags, 'if-none-match': manyTags, 'idempotency-key': 'k'.repeat(255) };
  if (takesBody(entry)) return [{ ...valid, body: unknownFields(10_000), headers: { ...valid.headers, ...conditions } }];
  const names = Array.from({ length: 2_500 }, (_, n) => `a${n.toString(36)}&`).join('');
  return [
    { ...valid, url: `${valid.url}${valid.url.includes('?') ? '&' : '?'}${names}` },
    { ...valid, headers: { ...valid.headers, ...conditions } },
  ];
}

/**
 * Returns the largest bodies that an operation rejects: as many fields as a body may have, more than that, the deepest nesting,
 * and a name as long as the body. All operations parse and validate with the same code, so a few of them are enough.
 */
export function largestRejectedRequests(entry: Routed, space: Pick<TestSpace, 'api_key'>, args: Arguments): RawRequest[] {
  const valid = requestOf(entry, space, args);
  const room = (entry.operation.max_body_bytes ?? MAX_BODY_BYTES) - 16;
  const depth = Math.floor(room / 2) - 8;
  const bodies = [
    unknownFields(MAX_JSON_ENTRIES - 1, room),
    unknownFields(room, room),
    `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    JSON.stringify({ ['k'.repeat(room / 2)]: 'v'.repeat(room / 2 - 32) }),
  ];
  return bodies.map((body) => ({ ...valid, body }));
}

/** Returns a body of as many fields as fit. */
function unknownFields(count: number, bytes = MAX_BODY_BYTES): string {
  const fields: string[] = [];
  for (let n = 0, left = bytes - 16; n < count && left > 0; n++) {
    fields.push(`"a${n.toString(36)}":0`);
    left -= fields.at(-1)!.length + 1;
  }
  fields.pop();
  return `{${fields.join()}}`;
}

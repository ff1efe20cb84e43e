import { z } from 'zod';

/** The keywords of a JSON Schema from which the largest value follows. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema | boolean;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The way in which a value is extreme: the longest texts, the most entries, or the deepest nesting. */
export type Shape = 'long' | 'many' | 'deep';

/** Choices that make one of the worst values of a schema. */
export interface Extreme {
  readonly shape: Shape;
  /** Texts repeat this. */
  readonly fill: string;
  /** The most bytes of the value as JSON, approximately. */
  readonly room: number;
  /** Returns the index of a branch of a union; default: the branch that fits the shape best. */
  readonly choose?: (branches: number) => number;
}

/** Returns the JSON Schema of a schema of the contracts, with every bound that it declares. */
export const boundsOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

const MAX_DEPTH = 60;

/** Texts are repetitions of one of these, or of the fill of the value, after a letter and a number. */
const FILLS = ['a', '1', '-', '/a', ':a', '_a'];

/** The text of `length` characters that repeats a fill. */
const repeated = (head: string, fill: string, length: number): string =>
  `a${head}${fill.repeat(Math.ceil(length / fill.length))}`.slice(0, Math.max(length, 1)).toWellFormed();

/** Returns true if a text has all patterns. */
type Fits = (text: string) => boolean;

/** Lengths up to which a repetition is tried, to find out whether a pattern fits any. */
const TRIED_LENGTHS = 256;

const knownPatterns = new Map<string, Fits | undefined>();

/** Returns a time of day: successive serial numbers give successive minutes, so that a start is before its end. */
const clockTime = (serial: number): string =>
  `${String(Math.floor(serial / 60) % 24).padStart(2, '0')}:${String(serial % 60).padStart(2, '0')}`;

/** Returns the test of some patterns; undefined if no repetition fits them, as with a time of day. Found once for each. */
function fitsOf(patterns: readonly string[], fill: string): Fits | undefined {
  return knownPatterns.getOrInsertComputed([fill, ...patterns].join('\n'), () => {
    const expressions = patterns.map((one) => new RegExp(one, 'u'));
    const fits: Fits = (text) => expressions.every((one) => one.test(text));
    const isPossible = [fill, ...FILLS].some((one) =>
      Array.from({ length: TRIED_LENGTHS }, (_, at) => repeated('1', one, at + 1)).some(fits),
    );
    return isPossible ? fits : undefined;
  });
}

/** The types of branches of a union, the best one for each shape last. */
const RANKS: Readonly<Record<Shape | 'last', readonly (string | undefined)[]>> = {
  long: ['null', 'boolean', 'number', 'integer', undefined, 'array', 'object', 'string'],
  many: ['null', 'boolean', 'number', 'integer', 'string', undefined, 'object', 'array'],
  deep: ['null', 'boolean', 'number', 'integer', 'string', undefined, 'object', 'array'],
  last: ['object', 'array', undefined, 'string', 'null', 'boolean', 'number', 'integer'],
};

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-10-10T10:10:10.000Z',
  date: '2026-10-10',
  time: '10:10:10',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/**
 * Returns one of the worst values that a schema allows, in the room that is given. Rules that a JSON Schema does not state
 * may still reject it.
 */
export function worstValue(schema: Schema, extreme: Extreme): unknown {
  let serial = 0;
  const root = schema;
  const bestBranches = new Map<readonly Schema[], Schema>();
  const lastBranches = new Map<readonly Schema[], Schema>();

  function resolve(at: Schema): Schema {
    if (at.$ref === undefined) return at;
    if (at.$ref === '#') return root;
    return resolve(root.$defs?.[at.$ref.slice('#/$defs/'.length)] ?? {});
  }

  function build(given: Schema, room: number, depth: number): unknown {
    const at = resolve(given);
    if (at.const !== undefined) return at.const;
    if (at.enum) return at.enum.at(-1);
    const branches = at.anyOf ?? at.oneOf;
    if (branches) return build(branchOf(branches, room, depth), room, depth);
    switch (Array.isArray(at.type) ? at.type[0] : at.type) {
      case 'string':
        return text(at, room);
      case 'integer':
      case 'number':
        return Math.min(at.maximum ?? 1e9, 1e9);
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'array':
        return list(at, room, depth);
      case 'object':
        return object(at, room, depth);
      default:
        return at.allOf ? build(Object.assign({}, ...at.allOf.map(resolve)) as Schema, room, depth) : anything(room, depth);
    }
  }

  function branchOf(branches: readonly Schema[], room: number, depth: number): Schema {
    if (extreme.choose && room > 64 && depth < MAX_DEPTH) return branches[extreme.choose(branches.length)]!;
    const isLast = depth >= MAX_DEPTH || room < 16;
    const known = (isLast ? lastBranches : bestBranches).getOrInsertComputed(branches, () =>
      branches.reduce((best, branch) => (rank(branch, isLast) > rank(best, isLast) ? branch : best)),
    );
    return known;
  }

  /** Prefers branches with parts for a deep or wide value, and text for a long one. Near the depth limit only scalars remain. */
  function rank(branch: Schema, isLast: boolean): number {
    const { type, anyOf, oneOf, enum: words } = resolve(branch);
    const kind = anyOf || oneOf ? 'array' : Array.isArray(type) ? type[0] : type;
    return words ? 0 : RANKS[isLast ? 'last' : extreme.shape].indexOf(kind);
  }

  function text({ maxLength = Number.POSITIVE_INFINITY, minLength = 0, pattern, format, allOf, examples }: Schema, room: number): string {
    // A rule that no keyword states, such as that of a time zone, comes with an example.
    if (examples && pattern === undefined && format === undefined) return String(examples[0]);
    if (format === 'base64') return 'AAAA'.repeat(Math.max(1, Math.floor(Math.min(maxLength, room) / 4)));
    if (format !== undefined && formats[format] !== undefined) return formats[format];
    serial += 1;
    const head = serial.toString(36);
    const patterns = [pattern, ...(allOf ?? []).map((part) => part.pattern)].filter((one) => one !== undefined);
    const wanted = extreme.shape === 'long' ? Math.min(maxLength, room) : Math.max(minLength, Math.min(maxLength, head.length + 1));
    const fits = fitsOf(patterns, extreme.fill);
    if (!fits) {
      const times = [clockTime(serial), formats['date-time']!];
      return times.find((time) => patterns.every((one) => new RegExp(one, 'u').test(time))) ?? 'a'.repeat(Math.max(1, minLength));
    }
    for (const fill of [extreme.fill, ...FILLS]) {
      const perCharacter = Buffer.byteLength(JSON.stringify(fill)) - 2;
      const length = Math.max(minLength, Math.min(wanted, Math.floor((room * fill.length) / perCharacter)));
      const value = repeated(head, fill, length);
      if (value.length <= maxLength && fits(value)) return value;
    }
    return 'a'.repeat(Math.max(1, minLength));
  }

  function list({ items, maxItems = Number.POSITIVE_INFINITY }: Schema, room: number, depth: number): unknown[] {
    const item = typeof items === 'object' ? items : {};
    const share = extreme.shape === 'many' ? Math.max(16, room / Math.min(maxItems, 4_096)) : room;
    const first = build(item, share, depth + 1);
    if (extreme.shape === 'deep') return [first];
    const size = Buffer.byteLength(JSON.stringify(first) ?? '') + 1;
    const count = Math.max(1, Math.min(maxItems, Math.floor(room / size)));
    const isScalar = typeof first === 'number' || typeof first === 'boolean' || first === null;
    if (isScalar) return Array(count).fill(first);
    const values: unknown[] = [first];
    // Another branch of a union may make a later item larger than the first one.
    for (let left = room - size; values.length < count && left > 0; ) {
      values.push(build(item, Math.max(16, Math.min(share, left)), depth + 1));
      left -= Buffer.byteLength(JSON.stringify(values.at(-1)) ?? '') + 1;
    }
    return values;
  }

  function object({ properties = {}, required = [], additionalProperties, propertyNames }: Schema, room: number, depth: number): unknown {
    const named = Object.entries(properties).filter(([name]) => extreme.shape !== 'many' || required.includes(name) || depth === 0);
    const value: Record<string, unknown> = {};
    for (const [name, schema] of named) value[name] = build(schema, room / named.length, depth + 1);
    if (typeof additionalProperties !== 'object') return value;
    const longest = Math.min(propertyNames?.maxLength ?? 1_000, 1_000);
    const keyLength = extreme.shape === 'long' ? longest : 6;
    const share = extreme.shape === 'deep' ? room : Math.max(16, room / 4_096);
    for (let left = room - Buffer.byteLength(JSON.stringify(value)); left > 0; ) {
      serial += 1;
      const key = `k${serial.toString(36)}`.padEnd(keyLength, 'k').slice(0, longest);
      value[key] = build(additionalProperties, share, depth + 1);
      left -= key.length + 4 + Buffer.byteLength(JSON.stringify(value[key]) ?? '');
      if (extreme.shape === 'deep') break;
    }
    return value;
  }

  /** Returns a value for a schema without a type: any JSON. */
  function anything(room: number, depth: number): unknown {
    if (extreme.shape === 'long') return text({}, room);
    if (extreme.shape === 'many') return Array.from({ length: Math.max(1, Math.floor(room / 2)) }, () => 0);
    let nested: unknown = 0;
    for (let level = depth; level < MAX_DEPTH; level++) nested = level % 2 === 0 ? [nested] : { k: nested };
    return nested;
  }

  return build(schema, extreme.room, 0);
}

import { type FieldError, MAX_LISTED_ERRORS } from '@space/contracts/core';
import { didYouMean } from '@space/text';
import type { z } from 'zod';
import { suchAs } from './example-form.ts';
import { didYouMeanField } from './familiar-names.ts';
import { type Fault, IS_REQUIRED, MUST_BE, unionFaults } from './union-fault.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** A value that fits its schema, or the errors of its fields. */
export type Validated<T> =
  | { readonly success: true; readonly data: T; readonly errors: readonly [] }
  | { readonly success: false; readonly errors: FieldError[] };

/**
 * Validates a value and returns it parsed, or its field errors: one sentence for each fault, in our words (contract, E2). Of
 * a union it reports the variant that fits best. `at` is the path of the value in the request.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, at: readonly PropertyKey[] = []): Validated<z.output<S>> {
  const parsed = schema.safeParse(value, { error: describeIssue, reportInput: true });
  return parsed.success ? { success: true, data: parsed.data, errors: [] } : { success: false, errors: toErrors(parsed.error.issues, at) };
}

/** The message of an unknown field, before its way out. */
export const NOT_A_FIELD = 'is not a field of this request';

/** The message of a union that no variant fits, until that of its best variant replaces it. */
const NO_VARIANT = 'has a form that is not allowed here';

const toErrors = (issues: readonly Issue[], at: readonly PropertyKey[]): FieldError[] =>
  onePerFault(issues.flatMap((issue) => faultsOf(issue, at))).map(({ path, code, message, near }, index) => ({
    path: path.join('.'),
    code,
    // A search for close names costs more than the rest, so only errors that an answer lists get one.
    message: asClause(message) + (index < MAX_LISTED_ERRORS ? (near?.() ?? '') : ''),
  }));

function faultsOf(issue: Issue, at: readonly PropertyKey[]): Fault[] {
  const path = [...at, ...issue.path];
  const { code, message, input } = issue;
  switch (code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        code: 'unknown_field',
        message: NOT_A_FIELD,
        near: () => didYouMeanField(key, knownFields.get(issue.keys) ?? []),
      }));
    case 'invalid_value': {
      const { values } = issue;
      const near = typeof input === 'string' ? { near: () => didYouMean(input, values.map(String)) } : {};
      return [{ path, code, message, isConstant: values.length === 1, ...near }];
    }
    case 'invalid_union': {
      const variants = message === NO_VARIANT ? issue.errors.map((errors) => errors.flatMap((error) => faultsOf(error, path))) : [];
      const options = optionsOf.get(issue.errors) ?? [];
      return variants.length > 0 ? unionFaults(variants, options, input, path.length) : [{ path, code, message }];
    }
    default:
      return [{ path, code, message }];
  }
}

/** The order in which faults of one value count: one of a wrong form says more than one about its size. */
const ranks: Readonly<Record<string, number>> = { custom: 1, too_big: 2, too_small: 2 };

const rankOf = ({ code }: Fault): number => ranks[code] ?? 0;

/** Leaves one fault for each value, and all that the rules of our own found in it, each sentence once. */
const onePerFault = (faults: readonly Fault[]): Fault[] => {
  const byPath = Map.groupBy(faults, ({ path }) => path.join('.'));
  return [...byPath.values()].flatMap((same) => {
    if (same.length === 1) return same;
    const [first, ...others] = same.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (first!.code !== 'custom') return [first!];
    const custom = [first!, ...others].filter(({ code }) => code === 'custom');
    return [...new Map(custom.map((fault) => [fault.message, fault])).values()];
  });
};

/** Returns a message as it completes a sentence that begins with the field: in lower case and without a full stop. */
const asClause = (message: string): string => (message.charAt(0).toLowerCase() + message.slice(1)).replace(/[\s.,;:]+$/, '');

/** The fields of an object by the list of its unknown keys, which an issue shares with the callback that gets its schema. */
const knownFields = new WeakMap<readonly string[], readonly string[]>();

/** Notes the fields that an object with unknown keys could have. */
function noteKnownFields({ keys, inst }: Extract<RawIssue, { code: 'unrecognized_keys' }>): void {
  const shape = (inst?._zod.def as { readonly shape?: Readonly<Record<string, unknown>> } | undefined)?.shape;
  if (shape) knownFields.set(keys, Object.keys(shape));
}

/** The options of a union by the list of its errors, which an issue shares with the callback that gets its schema. */
const optionsOf = new WeakMap<readonly unknown[], readonly z.core.$ZodType[]>();

/** Notes the options of a union that no value fits. */
function noteOptions({ errors, inst }: Extract<RawIssue, { code: 'invalid_union' }>): void {
  const options = (inst?._zod.def as { readonly options?: readonly z.core.$ZodType[] } | undefined)?.options;
  if (options) optionsOf.set(errors, options);
}

/** Writes the message of an issue whose schema has none of its own: the rule and the way out, as it follows the field's name. */
const describeIssue = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'unrecognized_keys':
      noteKnownFields(issue);
      return undefined;
    case 'invalid_type':
      return issue.input === undefined
        ? IS_REQUIRED
        : `${MUST_BE}${typeNames[issue.expected] ?? `of type ${issue.expected}`}${suchAs(issue.inst)}`;
    case 'invalid_value':
      return issue.input === undefined ? IS_REQUIRED : oneOf(issue.values);
    case 'too_big':
      return describeSize(
        issue.origin,
        Number(issue.maximum),
        issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most',
      );
    case 'too_small':
      return issue.minimum === 1 && issue.origin in units && !issue.exact
        ? 'must not be empty'
        : describeSize(issue.origin, Number(issue.minimum), issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least');
    case 'invalid_format':
      return formats[issue.format] ?? NO_VARIANT;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return `has a name that is not allowed: it ${issue.issues[0]?.message}`;
    case 'invalid_union':
      noteOptions(issue);
      return issue.discriminator === undefined ? NO_VARIANT : describeDiscriminator(issue, issue.discriminator);
    default:
      return undefined;
  }
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'left out',
  undefined: 'left out',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', object: 'fields', record: 'fields' };

const describeSize = (origin: string, bound: number, relation: string): string => {
  const unit = units[origin];
  if (unit === undefined) return `must be ${relation} ${bound}`;
  return `must have ${relation} ${bound} ${bound === 1 ? unit.replace(/(?:ie)?s$/, (end) => (end === 'ies' ? 'y' : '')) : unit}`;
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be a time such as 2026-05-01T09:00:00Z',
  date: 'must be a day such as 2026-05-01',
  email: 'must be an email address such as ada@example.com',
  base64: 'must be base64, with padding',
  url: 'must be a URL such as https://api.example.com',
};

const oneOf = ([first, ...others]: readonly unknown[]): string =>
  others.length === 0
    ? `${MUST_BE}${JSON.stringify(first)}`
    : `${MUST_BE}one of ${[first, ...others].map((value) => JSON.stringify(value)).join(', ')}`;

/** Returns the message of a field that decides the variant of its object. */
function describeDiscriminator(
  { input, options }: { readonly input?: unknown; readonly options?: readonly unknown[] },
  field: string,
): string {
  const value = (input as Readonly<Record<string, unknown>>)[field];
  return value === undefined ? IS_REQUIRED : oneOf(options ?? []);
}

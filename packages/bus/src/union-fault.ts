import type { z } from 'zod';
import { withoutForm } from './example-form.ts';
import { didYouMeanField } from './familiar-names.ts';

/** One fault of a value, before it becomes an error of a field. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
  /** True for a value that must be one constant, by which variants of an object differ. */
  readonly isConstant?: boolean;
  /** Returns the end of the message that names the closest allowed values. */
  readonly near?: () => string;
}

/** The message of a field that is missing. */
export const IS_REQUIRED = 'is required';

/** The beginning of a message that names the allowed values. */
export const MUST_BE = 'must be ';

/** A variant of a union with the faults that a value has in it; the fields are undefined unless it is an object. */
interface Variant {
  readonly faults: readonly Fault[];
  readonly fields: readonly string[] | undefined;
  /** The first field that an object of this variant needs. */
  readonly leading: string | undefined;
}

/**
 * Returns the faults of the variant of a union that a value was meant for. `faults` has those of each option, and `depth` is
 * the length of the value's path. The keys of an object select its variant, also those with a wrong value; an object without a
 * key of any variant gets one fault that names them all. A value of the wrong type gets one fault that names all types.
 */
export function unionFaults(faults: readonly Fault[][], options: readonly z.core.$ZodType[], value: unknown, depth: number): Fault[] {
  const isAtRoot = ({ path }: Fault) => path.length === depth;
  const hasWrongType = (variant: Variant) =>
    variant.faults.some((fault) => isAtRoot(fault) && (fault.code === 'invalid_type' || fault.code === 'invalid_value'));
  const variants = faults.map((ofVariant, index): Variant => ({ faults: ofVariant, ...fieldsOf(options[index]) }));
  const ofRightType = variants.filter((variant) => !hasWrongType(variant));
  const candidates = ofRightType.length > 0 ? ofRightType : variants;
  const keys = keysOf(value);
  if (keys && candidates.length > 1 && candidates.every(({ fields }) => fields && !keys.some((key) => fields.includes(key))))
    return withoutKnownKey(candidates, keys, candidates[0]!.faults[0]!.path.slice(0, depth));
  const selected = withGivenKey(candidates, keys ?? []);
  const best = selected.toSorted((a, b) => costOf(a, candidates, depth) - costOf(b, candidates, depth))[0]!;
  if (!best.faults.every(isAtRoot)) return best.faults.map((fault) => namingOther(fault, best, candidates, keys ?? [], depth));
  const atRoot = candidates.filter((variant) => variant.faults.every(isAtRoot)).map((variant) => variant.faults[0]!);
  return [{ ...best.faults[0]!, message: eitherOf(atRoot.map(({ message }) => message)) }];
}

const keysOf = (value: unknown): string[] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : undefined;

/** Returns the fields of a schema that is an object. */
function fieldsOf(schema: z.core.$ZodType | undefined): Pick<Variant, 'fields' | 'leading'> {
  const { def, innerType } = (schema?._zod ?? {}) as { def?: z.core.$ZodObjectDef; innerType?: z.core.$ZodType };
  if (innerType) return fieldsOf(innerType);
  if (def?.type !== 'object') return { fields: undefined, leading: undefined };
  const fields = Object.keys(def.shape);
  return { fields, leading: fields.find((field) => def.shape[field]!._zod.optin === undefined) ?? fields[0] };
}

/** Returns the variants without those objects that have none of the given keys, if another object has one: its keys select a variant. */
function withGivenKey(variants: readonly Variant[], keys: readonly string[]): readonly Variant[] {
  const isGiven = ({ fields }: Variant) => fields?.some((field) => keys.includes(field)) === true;
  return variants.some(isGiven) ? variants.filter((variant) => !variant.fields || isGiven(variant)) : variants;
}

/**
 * Returns how badly a value fits a variant, from the faults of its own fields. A wrong constant weighs most if other variants
 * have its field with another constant. A missing field weighs more than a wrong or an unknown one.
 */
function costOf({ faults }: Variant, variants: readonly Variant[], depth: number): number {
  const isShared = (field: PropertyKey | undefined) => variants.filter(({ fields }) => fields?.includes(String(field))).length > 1;
  return faults
    .filter(({ path }) => path.length <= depth + 1)
    .map(({ path, isConstant, message }) => (isConstant && isShared(path[depth]) ? 5 : message === IS_REQUIRED ? 2 : 1))
    .reduce((sum, cost) => sum + cost, 0);
}

/** Returns a fault that says of a field of another variant which given field excludes it. */
function namingOther(fault: Fault, best: Variant, variants: readonly Variant[], keys: readonly string[], depth: number): Fault {
  if (fault.code !== 'unknown_field' || fault.path.length !== depth + 1) return fault;
  const others = variants.filter(({ fields }) => fields?.includes(String(fault.path[depth])));
  const excluding = keys.find((key) => best.fields?.includes(key) && others.every(({ fields }) => !fields?.includes(key)));
  if (others.length === 0 || excluding === undefined) return fault;
  const { path, code } = fault;
  return { path, code, message: `cannot be given together with ${excluding}` };
}

/** Returns the faults of an object that has no key of any variant: one for each key, or one for an empty object. */
function withoutKnownKey(variants: readonly Variant[], keys: readonly string[], path: readonly PropertyKey[]): Fault[] {
  const leading = [...new Set(variants.flatMap((variant) => variant.leading ?? []))].map((field) => JSON.stringify(field)).join(', ');
  const all = new Set(variants.flatMap(({ fields }) => fields ?? []));
  if (keys.length === 0) return [{ path, code: 'invalid_union', message: `must have one of the fields ${leading}` }];
  return keys.map((key) => ({
    path: [...path, key],
    code: 'unknown_field',
    message: `is not a field here; use one of ${leading}`,
    near: () => didYouMeanField(key, all),
  }));
}

/** Returns one sentence for a value that must be one of several things, such as "must be a string or a list". */
function eitherOf(given: readonly string[]): string {
  // The form of one variant says too little about the others.
  const messages = given.map(withoutForm);
  const things = [...new Set(messages.filter((message) => message.startsWith(MUST_BE)).map((message) => message.slice(MUST_BE.length)))];
  if (things.length < 2 || messages.some((message) => !message.startsWith(MUST_BE))) return messages[0]!;
  return `${MUST_BE}${things.slice(0, -1).join(', ')} or ${things.at(-1)}`;
}

import { type FieldError, MAX_BODY_BYTES, Problem } from '@space/contracts/core';
import type { Arguments } from './tools/tool-catalog.ts';

/*
 * An argument of a step may be `{"$from": "step.path"}`: the value at a path in the answer of an earlier step. A path is the id of the
 * step, then names of fields and numbers of list entries from 0, joined by dots.
 */

/** The whole answer of a step. */
export type Answer = Readonly<Record<string, unknown>>;

/** The answers of the steps that are done, by the id of the step. */
export type StepAnswers = ReadonlyMap<string, Answer>;

/** Returns the path of a reference, or undefined for any other value. */
function referenceOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$from')) return undefined;
  return Object.keys(value).length === 1 ? (value as { $from: unknown }).$from : undefined;
}

/** Returns the ids of the steps that a value refers to, at any depth. */
export function referencedSteps(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const reference = referenceOf(value);
  if (typeof reference === 'string') return new Set([reference.split('.', 1)[0]!]);
  return new Set(Object.values(value).flatMap((part) => [...referencedSteps(part)]));
}

/** Returns an error for each reference in a value whose step does not come before it. */
export function referenceErrors(value: unknown, path: string, earlier: ReadonlySet<string>): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  const reference = referenceOf(value);
  if (reference !== undefined) {
    const isKnown = typeof reference === 'string' && earlier.has(reference.split('.', 1)[0]!);
    return isKnown ? [] : [{ path, code: 'invalid_value', message: '$from must begin with the id of an earlier step' }];
  }
  return Object.entries(value).flatMap(([name, part]) => referenceErrors(part, `${path}.${name}`, earlier));
}

/** A merge tag of automations with a path. Here it is text. */
const MERGE_TAG = /\{\{\s*(steps\.(\d+)|[\w-]+)\.([\w.-]+)\s*\}\}/g;

/**
 * Returns an error for each text in a value with a merge tag that means an earlier step: `{{id.path}}`, or `{{steps.0.path}}` as
 * automations have it.
 */
export function mergeTagErrors(value: unknown, path: string, earlier: ReadonlySet<string>): FieldError[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => mergeTagErrors(part, `${path}.${name}`, earlier));
  if (typeof value !== 'string') return [];
  for (const [tag, head, index, rest] of value.matchAll(MERGE_TAG)) {
    const step = index === undefined ? head! : [...earlier][Number(index)];
    if (step === undefined || !earlier.has(step)) continue;
    const message = `${tag} stays text in run_steps; give the whole value as {"$from": "${step}.${rest}"}`;
    return [{ path, code: 'invalid_value', message }];
  }
  return [];
}

/**
 * Returns arguments with the referenced values. Throws `invalid` for a path that the answer does not have, and when the values
 * together are larger than the body of a call may be.
 */
export function resolveReferences(args: Arguments, answers: StepAnswers): Arguments {
  let bytes = 0;

  function resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const reference = referenceOf(value);
    if (typeof reference === 'string') return referenced(reference);
    if (Array.isArray(value)) return value.map(resolve);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
  }

  function referenced(reference: string): unknown {
    const found = valueAt(reference, answers);
    bytes += Buffer.byteLength(JSON.stringify(found));
    if (bytes > MAX_BODY_BYTES)
      throw new Problem('invalid', `The values that $from refers to have more than ${MAX_BODY_BYTES} bytes together.`);
    return found;
  }

  return resolve(args) as Arguments;
}

function valueAt(reference: string, answers: StepAnswers): unknown {
  const [step, ...names] = reference.split('.');
  let value: unknown = answers.get(step!);
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      throw new Problem('invalid', `$from "${reference.slice(0, 200)}" has no value: the answer of step "${step}" has no such field.`);
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

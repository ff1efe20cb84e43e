import {
  type Condition,
  type ConditionLeaf,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_LEAVES,
  MAX_CONDITION_SEARCHED,
} from '@space/contracts/contacts';
import { type FieldError, invalidFields, readZonedTime } from '@space/contracts/core';
import { z } from 'zod';

/** The fields of a contact that hold a time. */
const timeFields: readonly string[] = ['created_at', 'updated_at'];

/** True for a field that holds a time and is compared as one. */
export const isTimeField = (field: string): boolean => timeFields.includes(field);

const Time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
/** Times that both Postgres and the wire can express. */
const MIN_TIMESTAMP = Date.parse('0001-01-02T00:00:00Z');
const MAX_TIMESTAMP = Date.parse('9999-12-30T00:00:00Z');

/** Throws `invalid` with all errors of a condition: its size, its values, and comparisons that its fields do not support. */
export function assertConditionValid(condition: Condition): void {
  const errors: FieldError[] = [];
  visit(condition, 'condition', 1);
  const leaves = countComparisons(condition);
  const searched = sumOfLeaves(condition, searchedCharacters);
  if (searched > MAX_CONDITION_SEARCHED) {
    const message = `searches for ${searched} characters with contains; at most ${MAX_CONDITION_SEARCHED} are allowed together`;
    errors.unshift({ path: 'condition', code: 'too_big', message });
  }
  if (leaves > MAX_CONDITION_LEAVES) {
    const message = `has ${leaves} comparisons; at most ${MAX_CONDITION_LEAVES} are allowed`;
    errors.unshift({ path: 'condition', code: 'too_big', message });
  }
  if (errors.length > 0) throw invalidFields(errors);

  function visit(node: Condition, path: string, depth: number): void {
    if (depth > MAX_CONDITION_DEPTH)
      errors.push({ path, code: 'too_deep', message: `is nested deeper than ${MAX_CONDITION_DEPTH} levels` });
    else if ('and' in node) for (const [index, child] of node.and.entries()) visit(child, `${path}.and.${index}`, depth + 1);
    else if ('or' in node) for (const [index, child] of node.or.entries()) visit(child, `${path}.or.${index}`, depth + 1);
    else if ('not' in node) visit(node.not, `${path}.not`, depth + 1);
    else errors.push(...errorsOf(node, path));
  }
}

/** Returns the number of comparisons in a condition. */
export const countComparisons = (condition: Condition): number => sumOfLeaves(condition, () => 1);

function sumOfLeaves(condition: Condition, countOf: (leaf: ConditionLeaf) => number): number {
  if ('not' in condition) return sumOfLeaves(condition.not, countOf);
  if ('and' in condition) return condition.and.reduce((sum, part) => sum + sumOfLeaves(part, countOf), 0);
  return 'or' in condition ? condition.or.reduce((sum, part) => sum + sumOfLeaves(part, countOf), 0) : countOf(condition);
}

/** Returns the length of the text that a comparison seeks in another one. */
const searchedCharacters = (leaf: ConditionLeaf): number => ('op' in leaf && leaf.op === 'contains' ? String(leaf.value).length : 0);

function errorsOf(leaf: ConditionLeaf, path: string): FieldError[] {
  if ('tag' in leaf) return [];
  const takesValue = leaf.op !== 'is_empty' && leaf.op !== 'is_not_empty';
  if (!takesValue && leaf.value !== undefined)
    return [{ path: `${path}.value`, code: 'unknown_field', message: `must be omitted for ${leaf.op}` }];
  if (takesValue && leaf.value === undefined)
    return [{ path: `${path}.value`, code: 'invalid_type', message: `is required for ${leaf.op}` }];
  if (!('field' in leaf) || !isTimeField(leaf.field) || !takesValue) return [];
  if (leaf.op === 'contains') return [{ path: `${path}.op`, code: 'invalid_value', message: `cannot be contains for ${leaf.field}` }];
  if (readTime(leaf.value) !== undefined) return [];
  const message = 'must be a date, or a time with its offset or zone, such as 2026-12-01T09:00[Europe/Berlin]';
  return [{ path: `${path}.value`, code: 'invalid_format', message }];
}

/** Returns the time of a value in milliseconds since the epoch, or undefined: an ISO 8601 date, time with its offset, or local time with its zone. */
export function readTime(value: unknown): number | undefined {
  const zoned = typeof value === 'string' ? readZonedTime(value) : undefined;
  const text = zoned && 'instant' in zoned ? zoned.instant : value;
  if (!Time.safeParse(text).success) return undefined;
  const time = Date.parse(String(text));
  return time >= MIN_TIMESTAMP && time <= MAX_TIMESTAMP ? time : undefined;
}

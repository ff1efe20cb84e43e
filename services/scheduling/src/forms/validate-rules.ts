import type { FieldError } from '@space/contracts/core';
import { type FormField, stepRange } from '@space/contracts/scheduling';
import { safeKinds } from '@space/file-kinds';
import { patternError } from '@space/text';
import { answerKind } from '../answers/answer-kinds.ts';

type Validation = NonNullable<FormField['validation']>;

/** Steps of a rating and of a scale; each is a button. */
const MAX_STEPS = { rating: 10, scale: 21 } as const;

/** Returns all errors of the `validation` of a field, with paths below `validation`. */
export function validateRules(field: FormField): FieldError[] {
  const { type, validation } = field;
  const kind = answerKind(type);
  if (!validation || !kind) return [];
  const errors: FieldError[] = [];
  const add = (path: string, code: string, message: string) => errors.push({ path, code, message });
  for (const name of Object.keys(validation) as (keyof Validation)[])
    if (!kind.rules.includes(name))
      add(name, 'not_allowed', kind.rules.length > 0 ? `a ${type} has only the rules ${kind.rules.join(', ')}` : `a ${type} has no rules`);
  for (const [least, most] of [
    ['min', 'max'],
    ['min_length', 'max_length'],
    ['min_selections', 'max_selections'],
    ['min_date', 'max_date'],
  ] as const)
    if (validation[least] !== undefined && validation[most] !== undefined && validation[least] > validation[most])
      add(most, 'backwards', `must not be less than ${least}`);
  if (validation.pattern !== undefined) {
    const error = patternError(validation.pattern);
    if (error) add('pattern', 'wrong_format', `is not a regular expression of RE2: ${error}`);
  }
  for (const ending of validation.accept ?? [])
    if (!safeKinds.has(ending.toLowerCase().replace(/^\./, '')))
      add('accept', 'not_a_choice', `"${ending}" is not a known kind of file; known are ${[...safeKinds.keys()].join(', ')}`);
  if (type === 'rating' || type === 'scale') validateSteps(field, type, add);
  return errors;
}

function validateSteps(field: FormField, type: 'rating' | 'scale', add: (path: string, code: string, message: string) => void): void {
  const { first, last } = stepRange(field);
  if (!Number.isInteger(first) || !Number.isInteger(last)) add('max', 'wrong_format', 'must be whole numbers');
  else if (last - first < 1) add('max', 'too_small', 'must be greater than the first step');
  else if (last - first >= MAX_STEPS[type]) add('max', 'too_large', `may have at most ${MAX_STEPS[type]} steps`);
}

import type { FieldError } from '@space/contracts/core';
import { conditionSize, type FormField, fieldsInCondition, MAX_FORM_CONDITION } from '@space/contracts/scheduling';
import { AnswerError } from '../answers/answer-error.ts';
import { answerKind } from '../answers/answer-kinds.ts';
import { validateRules } from './validate-rules.ts';

/** Returns all errors of the fields of a form that their schema does not find, with paths below `fields`. */
export function validateFields(fields: readonly FormField[]): FieldError[] {
  const keys = new Map(fields.map((field) => [field.key, field]));
  const seen = new Set<string>();
  return fields.flatMap((field, index) => {
    const errors: FieldError[] = [];
    const add = (at: string, code: string, message: string) => errors.push({ path: `fields.${index}.${at}`, code, message });
    if (seen.has(field.key)) add('key', 'duplicate', `"${field.key}" is also the key of another field of this form`);
    seen.add(field.key);
    validateParts(field, add);
    for (const error of validateRules(field)) add(`validation.${error.path}`, error.code, error.message);
    validateConditions(field, keys, add);
    if (errors.length === 0) validateDefault(field, add);
    return errors;
  });
}

type AddError = (at: string, code: string, message: string) => void;

/** Properties that a layout block cannot have, since it takes no answer. */
const QUESTION_PROPERTIES = ['required', 'required_if', 'placeholder', 'default_value', 'map_to', 'validation'] as const;

function validateParts(field: FormField, add: AddError): void {
  const kind = answerKind(field.type);
  const { type, options, rows } = field;
  if (!kind) {
    for (const name of QUESTION_PROPERTIES)
      if (field[name] !== undefined && field[name] !== false) add(name, 'not_allowed', `a ${type} takes no answer and has no ${name}`);
  }
  if (kind?.options && (options === undefined || options.length === 0))
    add('options', 'required', `a ${type} needs options to choose from`);
  if (!kind?.options && options !== undefined && options.length > 0) add('options', 'not_allowed', `a ${type} has no options`);
  const values = new Set<string>();
  for (const [at, { value }] of (options ?? []).entries()) {
    if (values.has(value)) add(`options.${at}.value`, 'duplicate', `"${value}" is the value of two options`);
    values.add(value);
  }
  if (kind?.rows && rows === undefined) add('rows', 'required', `a ${type} needs rows`);
  if (!kind?.rows && rows !== undefined) add('rows', 'not_allowed', `a ${type} has no rows`);
  if (rows !== undefined && new Set(rows).size < rows.length) add('rows', 'duplicate', 'must not contain a row twice');
  if (rows?.includes('__proto__')) add('rows', 'not_allowed', 'must not contain the row __proto__');
  if (field.map_to !== undefined && ['file', 'signature'].includes(type))
    add('map_to', 'not_allowed', `a ${type} cannot be mapped to a contact`);
}

function validateConditions(field: FormField, keys: ReadonlyMap<string, FormField>, add: AddError): void {
  for (const name of ['visible_if', 'required_if'] as const) {
    const condition = field[name];
    if (condition === undefined) continue;
    const { questions, depth } = conditionSize(condition);
    if (questions > MAX_FORM_CONDITION.questions || depth > MAX_FORM_CONDITION.depth)
      add(name, 'too_large', `may have ${MAX_FORM_CONDITION.questions} questions, nested ${MAX_FORM_CONDITION.depth} levels deep`);
    for (const referenced of new Set(fieldsInCondition(condition))) {
      const other = keys.get(referenced);
      if (!other) add(name, 'unknown_field', `refers to "${referenced}", which is not a field of this form`);
      else if (!answerKind(other.type)) add(name, 'unknown_field', `refers to "${referenced}", which takes no answer`);
      else if (referenced === field.key) add(name, 'circle', 'refers to the field itself');
    }
  }
  const cycle = findCycle(field.key, keys);
  if (cycle) add('visible_if', 'circle', `depends on itself: ${cycle.join(' → ')}`);
}

/** Returns the cycle of `visible_if` conditions through a field, or undefined. */
function findCycle(start: string, keys: ReadonlyMap<string, FormField>): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (key: string, way: readonly string[]): readonly string[] | undefined => {
    const condition = keys.get(key)?.visible_if;
    for (const next of condition ? fieldsInCondition(condition) : []) {
      if (next === start && way.length > 1) return [...way, next];
      if (next === start || seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(start, [start]);
}

function validateDefault(field: FormField, add: AddError): void {
  const kind = answerKind(field.type);
  if (!kind || field.default_value === undefined || field.default_value === null) return;
  const cannot = field.type === 'file' || field.type === 'signature';
  const read = cannot
    ? new AnswerError('not_allowed', `a ${field.type} cannot have a default value`)
    : kind.read(field)(field.default_value);
  if (read instanceof AnswerError) add('default_value', read.code, read.message);
}

import type { FieldError } from '@space/contracts/core';
import { type Answers, type FormField, fieldsInCondition, holds, type LoweredAnswers } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader } from './answer-error.ts';
import { answerKind } from './answer-kinds.ts';

/** Validated data: the answers to store, and all errors. */
export interface ValidatedAnswers {
  readonly answers: Answers;
  /** Keys of the visible fields, in the order of the form. */
  readonly shown: ReadonlySet<string>;
  /** Errors with the key of their field as path, in the order of the form. */
  readonly errors: readonly FieldError[];
}

/** A version of a form that validates submissions. */
export interface CompiledForm {
  readonly fields: readonly FormField[];
  validate(data: Readonly<Record<string, unknown>>): ValidatedAnswers;
}

interface Question {
  readonly field: FormField;
  readonly key: string;
  readonly read: AnswerReader;
}

/** Unknown fields that one result lists. */
const MAX_UNKNOWN = 50;

const REQUIRED = new AnswerError('required', 'is required');
const NOT_CHECKED = new AnswerError('required', 'must be checked');

/**
 * Compiles the valid fields of a form. Everything that depends on the fields alone is computed here, once. `alwaysRequired`
 * is the key of a field that is required regardless of its own settings.
 *
 * A field is validated after the fields in its `visible_if`, so that the condition sees their answers and visibility.
 * Required fields are checked last, since two fields may each be required when the other one is empty.
 */
export function compileForm(fields: readonly FormField[], alwaysRequired?: string): CompiledForm {
  const questions = fields.flatMap((field): Question[] => {
    const kind = answerKind(field.type);
    return kind ? [{ field, key: field.key, read: kind.read(field) }] : [];
  });
  const known = new Set(questions.map(({ key }) => key));
  const sorted = sortByDependency(questions);
  const hasConditions = fields.some(({ visible_if }) => visible_if !== undefined);
  const requirable = questions.filter(({ field, key }) => field.required || field.required_if || key === alwaysRequired);
  const everyKey = new Set(fields.map(({ key }) => key));
  const position = new Map(questions.map(({ key }, index) => [key, index]));

  return {
    fields,
    validate(data) {
      const answers: Answers = {};
      const lowered: LoweredAnswers = new Map();
      let errors: FieldError[] | undefined;
      const add = (key: string, { code, message }: AnswerError) => {
        errors ??= [];
        errors.push({ path: key, code, message });
      };
      const shown = hasConditions ? new Set<string>() : everyKey;
      for (const { field, key, read } of sorted) {
        if (field.visible_if !== undefined && !holds(field.visible_if, answers, lowered)) continue;
        if (hasConditions) shown.add(key);
        const given = Object.hasOwn(data, key) ? data[key] : undefined;
        if (given === undefined || given === null || given === '') continue;
        const answer = read(given);
        if (answer === undefined) continue;
        if (answer instanceof AnswerError) add(key, answer);
        else answers[key] = answer;
      }
      for (const { field, key } of requirable) {
        if (Object.hasOwn(answers, key) || (hasConditions && !shown.has(key)) || errors?.some(({ path }) => path === key)) continue;
        if (field.required || key === alwaysRequired || (field.required_if !== undefined && holds(field.required_if, answers, lowered)))
          add(key, field.type === 'consent' || field.type === 'checkbox' ? NOT_CHECKED : REQUIRED);
      }
      if (hasConditions) for (const field of fields) if (isShownBlock(field, answers, lowered)) shown.add(field.key);
      errors?.sort((a, b) => position.get(a.path)! - position.get(b.path)!);
      const unknown = unknownKeys(data, known);
      return { answers, shown, errors: unknown ? [...(errors ?? []), ...unknown] : (errors ?? NO_ERRORS) };
    },
  };
}

const NO_ERRORS: readonly FieldError[] = [];

const isShownBlock = ({ type, visible_if }: FormField, answers: Answers, lowered: LoweredAnswers): boolean =>
  answerKind(type) === undefined && (visible_if === undefined || holds(visible_if, answers, lowered));

function unknownKeys(data: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): FieldError[] | undefined {
  let found: FieldError[] | undefined;
  for (const key in data) {
    if (known.has(key)) continue;
    found ??= [];
    if (found.length < MAX_UNKNOWN) found.push({ path: key.slice(0, 60), code: 'unknown_field', message: 'is not a field of this form' });
  }
  return found;
}

/** Sorts questions so that each comes after those in its `visible_if`; otherwise they keep their order. */
function sortByDependency(questions: readonly Question[]): readonly Question[] {
  const byKey = new Map(questions.map((question) => [question.key, question]));
  const done = new Set<Question>();
  const visit = (question: Question) => {
    if (done.has(question)) return;
    done.add(question);
    for (const key of question.field.visible_if ? fieldsInCondition(question.field.visible_if) : []) {
      const before = byKey.get(key);
      if (before) visit(before);
    }
    order.push(question);
  };
  const order: Question[] = [];
  for (const question of questions) visit(question);
  return order;
}

import type { FieldError } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader } from './answer-error.ts';
import { answerKind } from './answer-kinds.ts';
import { type Answers, fieldsInCondition, holds } from './condition.ts';

/** What was sent, validated: the answers as they are kept, and all that is wrong with them. */
export interface ValidatedAnswers {
  readonly answers: Answers;
  /** Keys of the fields that were shown, in the order of the form. */
  readonly shown: ReadonlySet<string>;
  /** Each with the key of its field as its path, in the order of the form. */
  readonly errors: readonly FieldError[];
}

/** A version of a form, ready to judge what is sent to it. */
export interface CompiledForm {
  readonly fields: readonly FormField[];
  validate(data: Readonly<Record<string, unknown>>): ValidatedAnswers;
}

interface Question {
  readonly field: FormField;
  readonly key: string;
  readonly read: AnswerReader;
}

/** So many unknown fields are named at once. */
const MAX_UNKNOWN = 50;

const REQUIRED = new AnswerError('required', 'is required');
const NOT_CHECKED = new AnswerError('required', 'must be ticked');

/**
 * Compiles the fields of a form, which have been checked, into a judge. Everything that depends on the fields alone is done
 * here, once. `alwaysRequired` is the key of a field that must be answered whatever the form says.
 *
 * A field is validated after those that its `visible_if` asks about, so a condition sees what was answered and shown. Whether an
 * answer is needed is validated last of all: two fields may each be needed when the other one is empty.
 */
export function compileForm(fields: readonly FormField[], alwaysRequired?: string): CompiledForm {
  const questions = fields.flatMap((field): Question[] => {
    const kind = answerKind(field.type);
    return kind ? [{ field, key: field.key, read: kind.read(field) }] : [];
  });
  const known = new Set(questions.map(({ key }) => key));
  const inOrder = sortByDependency(questions);
  const hasConditions = fields.some(({ visible_if }) => visible_if !== undefined);
  const needed = questions.filter(({ field, key }) => field.required || field.required_if || key === alwaysRequired);
  const everyKey = new Set(fields.map(({ key }) => key));
  const place = new Map(questions.map(({ key }, index) => [key, index]));

  return {
    fields,
    validate(data) {
      const answers: Answers = {};
      let errors: FieldError[] | undefined;
      const add = (key: string, { code, message }: AnswerError) => {
        errors ??= [];
        errors.push({ path: key, code, message });
      };
      const shown = hasConditions ? new Set<string>() : everyKey;
      for (const { field, key, read } of inOrder) {
        if (field.visible_if !== undefined && !holds(field.visible_if, answers)) continue;
        if (hasConditions) shown.add(key);
        const given = Object.hasOwn(data, key) ? data[key] : undefined;
        if (given === undefined || given === null || given === '') continue;
        const answer = read(given);
        if (answer === undefined) continue;
        if (answer instanceof AnswerError) add(key, answer);
        else answers[key] = answer;
      }
      for (const { field, key } of needed) {
        if (Object.hasOwn(answers, key) || (hasConditions && !shown.has(key)) || errors?.some(({ path }) => path === key)) continue;
        if (field.required || key === alwaysRequired || (field.required_if !== undefined && holds(field.required_if, answers)))
          add(key, field.type === 'consent' || field.type === 'checkbox' ? NOT_CHECKED : REQUIRED);
      }
      if (hasConditions) for (const field of fields) if (isShownBlock(field, answers)) shown.add(field.key);
      errors?.sort((a, b) => place.get(a.path)! - place.get(b.path)!);
      const unknown = unknownKeys(data, known);
      return { answers, shown, errors: unknown ? [...(errors ?? []), ...unknown] : (errors ?? NO_ERRORS) };
    },
  };
}

const NO_ERRORS: readonly FieldError[] = [];

const isShownBlock = ({ type, visible_if }: FormField, answers: Answers): boolean =>
  answerKind(type) === undefined && (visible_if === undefined || holds(visible_if, answers));

function unknownKeys(data: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): FieldError[] | undefined {
  let found: FieldError[] | undefined;
  for (const key in data) {
    if (known.has(key)) continue;
    found ??= [];
    if (found.length < MAX_UNKNOWN) found.push({ path: key.slice(0, 60), code: 'unknown_field', message: 'is not a field of this form' });
  }
  return found;
}

/** The questions so that each comes after those its `visible_if` asks about; their own order otherwise. */
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

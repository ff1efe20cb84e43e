import type { FormCondition } from './form-condition.ts';

/** Answers by key of their field. */
export type Answers = Record<string, unknown>;

/** The texts of answers in lower case, by key of their field: one for each entry of a list. */
export type LoweredAnswers = Map<string, readonly string[]>;

/**
 * Returns true when a condition holds for answers; a field without an answer, or a hidden one, is empty. Conditions over the same
 * answers share `lowered`, so that each answer is lowered once; an answer in it must not change. The public page runs the source text of
 * this function in the browser, so it must not refer to anything outside of itself.
 */
export function holds(condition: FormCondition, answers: Readonly<Answers>, lowered: LoweredAnswers = new Map()): boolean {
  if ('and' in condition) return condition.and.every((one) => holds(one, answers, lowered));
  if ('or' in condition) return condition.or.some((one) => holds(one, answers, lowered));
  if ('not' in condition) return !holds(condition.not, answers, lowered);
  const { field, op, value } = condition;
  const answer = Object.hasOwn(answers, field) ? answers[field] : undefined;
  const isEmpty = answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);
  const text = (one: unknown) => String(one).toLowerCase();
  const texts = () => {
    const known = lowered.get(field) ?? (Array.isArray(answer) ? answer.map(text) : [text(answer)]);
    lowered.set(field, known);
    return known;
  };
  const isSame = () => !isEmpty && texts().length === 1 && texts()[0] === text(value);
  const hasPart = () => {
    if (isEmpty) return false;
    return Array.isArray(answer) ? texts().includes(text(value)) : typeof answer !== 'object' && texts()[0]!.includes(text(value));
  };
  // Numbers are compared as numbers; dates and times sort as text.
  const order = () => {
    if (isEmpty || typeof answer === 'object' || typeof answer === 'boolean' || value === undefined || typeof value === 'boolean')
      return Number.NaN;
    if (typeof answer === 'number' || typeof value === 'number') return Number(answer) - Number(value);
    return answer === value ? 0 : String(answer) < value ? -1 : 1;
  };
  switch (op) {
    case 'eq':
      return isSame();
    case 'neq':
      return !isSame();
    case 'contains':
      return hasPart();
    case 'not_contains':
      return !hasPart();
    case 'gt':
      return order() > 0;
    case 'gte':
      return order() >= 0;
    case 'lt':
      return order() < 0;
    case 'lte':
      return order() <= 0;
    case 'is_empty':
      return isEmpty;
    case 'is_not_empty':
      return !isEmpty;
  }
}

/** Returns the keys of the fields in a condition. */
export function fieldsInCondition(condition: FormCondition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsInCondition);
  if ('or' in condition) return condition.or.flatMap(fieldsInCondition);
  return 'not' in condition ? fieldsInCondition(condition.not) : [condition.field];
}

/** Returns the number of questions in a condition and the depth of their nesting. */
export function conditionSize(condition: FormCondition): { readonly questions: number; readonly depth: number } {
  const inside = 'and' in condition ? condition.and : 'or' in condition ? condition.or : 'not' in condition ? [condition.not] : [];
  if (inside.length === 0) return { questions: 1, depth: 1 };
  const sizes = inside.map(conditionSize);
  return {
    questions: sizes.reduce((sum, { questions }) => sum + questions, 0),
    depth: 1 + Math.max(...sizes.map(({ depth }) => depth)),
  };
}

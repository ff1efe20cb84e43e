import { holds } from '@space/contracts/form-rules';
import type { FormField } from './form.ts';

/** Types of fields that ask nothing: they stand before the next question. */
const silent: ReadonlySet<FormField['type']> = new Set(['heading', 'statement', 'page_break', 'hidden']);

/** Returns the fields of a form by step: page breaks separate them, or each question is a step. */
export function stepsOf(fields: readonly FormField[], isOneQuestion: boolean): readonly (readonly FormField[])[] {
  const steps: FormField[][] = [[]];
  for (const field of fields) {
    const last = steps.at(-1)!;
    const hasQuestion = last.some(({ type }) => !silent.has(type));
    const begins = field.type === 'page_break' || (isOneQuestion && field.type !== 'hidden' && hasQuestion);
    if (begins && last.length > 0) steps.push([]);
    steps.at(-1)!.push(field);
  }
  return steps;
}

/** Returns the keys of the fields that answers show. A hidden field counts as empty, so this repeats until nothing changes. */
export function shownKeys(fields: readonly FormField[], answers: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  let shown = new Set(fields.map(({ key }) => key));
  for (let round = 0; round <= fields.length; round++) {
    const seen = Object.fromEntries(Object.entries(answers).filter(([key]) => shown.has(key)));
    const next = new Set(fields.filter(({ visible_if }) => !visible_if || holds(visible_if, seen)).map(({ key }) => key));
    if (next.size === shown.size && next.isSubsetOf(shown)) return next;
    shown = next;
  }
  return shown;
}

import { formFieldKind } from '@space/contracts/form-rules';
import type { FormField } from './form.ts';

/** Returns an answer as one text: choices by their labels, parts with commas between them. A file is its id. */
export function answerText(field: FormField | undefined, answer: unknown): string {
  if (answer === undefined || answer === null) return '';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  const labels = new Map(field?.options?.map(({ value, label }) => [value, label]));
  const text = (value: unknown): string => labels.get(String(value)) ?? String(value);
  if (Array.isArray(answer)) return answer.map(text).join(field?.type === 'ranking' ? ' > ' : ', ');
  if (typeof answer !== 'object') return isPicture(answer) ? 'A drawn signature' : text(answer);
  const entries = Object.entries(answer).filter(([, value]) => value !== null && value !== '');
  if (field?.type === 'date_range') return entries.map(([, value]) => String(value)).join(' – ');
  if (field?.type === 'address') return entries.map(([, value]) => String(value)).join(', ');
  return entries.map(([part, value]) => `${part}: ${text(value)}`).join(', ');
}

/** Returns true for a signature that was drawn: a picture in a data URL. */
export const isPicture = (answer: unknown): answer is string => typeof answer === 'string' && answer.startsWith('data:image/png;base64,');

/** Returns the fields that take an answer. */
export const questionsOf = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ type }) => formFieldKind(type) !== undefined);

/** Returns the first answers in one line, which tell submissions apart. */
export function summaryOf(fields: readonly FormField[], data: Readonly<Record<string, unknown>>): string {
  const texts = questionsOf(fields).flatMap((field) => answerText(field, data[field.key]) || []);
  return texts[0] ?? Object.values(data).map((value) => answerText(undefined, value))[0] ?? 'Without an answer';
}

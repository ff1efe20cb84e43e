import { answerText, questionsOf } from './answer-text.ts';
import type { FormField, Submission } from './form.ts';

/** Returns submissions as CSV with a column for each question; answers to questions of earlier versions follow at the end. */
export function submissionsCsv(fields: readonly FormField[], submissions: readonly Submission[]): string {
  const questions = questionsOf(fields);
  const known = new Set(questions.map(({ key }) => key));
  const old = [...new Set(submissions.flatMap(({ data }) => Object.keys(data)))].filter((key) => !known.has(key));
  const head = ['id', 'created_at', 'status', 'contact_id', 'form_version', ...questions.map(({ key }) => key), ...old];
  const rows = submissions.map(({ id, created_at, status, contact_id, form_version, data }) => [
    id,
    created_at,
    status,
    contact_id ?? '',
    String(form_version),
    ...questions.map((field) => answerText(field, data[field.key])),
    ...old.map((key) => answerText(undefined, data[key])),
  ]);
  return `${[head, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** Returns a cell. A text that a spreadsheet would run as a formula begins with an apostrophe. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

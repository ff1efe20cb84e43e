import { expect, test } from '@jest/globals';
import type { FormField } from '@space/contracts/scheduling';
import { plainContext } from '@space/web';
import { errorSummaryHtml, fieldsHtml } from './fields-html.ts';

const fields: FormField[] = [
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'why', label: 'Pourquoi ?', type: 'short_text', required: true },
  { key: 'nps', label: 'Note', type: 'nps', validation: { min_label: 'Jamais', max_label: 'Toujours' } },
];
const errors = ['email', 'why'].map((path) => ({ path, code: 'required', message: 'is required' }));

test.each([
  ['en', 'Email: please answer this.', '0: Jamais'],
  ['de', 'Email: Bitte', '0: Jamais'],
  ['fr', 'Email\u00a0: Veuillez', '0\u00a0: Jamais'],
])('a label is joined with its error and a step with its text as in %s', (language, line, end) => {
  const context = plainContext(language);
  const summary = String(errorSummaryHtml({ context, fields, errors }));
  expect(summary).toContain(`>${line}`);
  expect(summary).toMatch(/>Pourquoi \? \p{Lu}/u);
  expect(String(fieldsHtml({ context, fields, values: {}, errors: [] }))).toContain(`<span>${end}</span>`);
});

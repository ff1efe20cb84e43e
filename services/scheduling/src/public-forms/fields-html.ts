import type { FieldError } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import { type Html, html, type Part } from '@space/web';
import { checkboxField, choicesField, matrixField, rankingField, selectField, stepsField, yesNoField } from './choice-fields.ts';
import { conditionAttributes, controlId, errorSentence, type FieldView } from './field-layout.ts';
import { addressField, countryField, dateRangeField, fileField, lineField, linesField } from './text-fields.ts';

/** The fields of a form as a page shows them. */
export interface FieldsView {
  readonly fields: readonly FormField[];
  /** Answers by key, as they were sent, or as they stand there from the beginning. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What is wrong, each with the key of its field as its path. */
  readonly errors: readonly FieldError[];
  /** The key of a field that must be answered whatever the form says. */
  readonly always_required?: string | undefined;
  /** Keys under which conditions know fields, where they are not those of the fields. */
  readonly condition_keys?: ReadonlyMap<string, string>;
  /** Names of files that came before, by id. */
  readonly retained_files?: ReadonlyMap<string, string>;
}

/** All fields of a form, in sections as its page breaks say. */
export function fieldsHtml(shown: FieldsView): Html {
  const sections: FormField[][] = [[]];
  for (const field of shown.fields) {
    if (field.type === 'page_break') sections.push([]);
    sections.at(-1)!.push(field);
  }
  return html`${sections.map(
    (fields) => html`<section data-step>
${fields.map(
  (field) => html`${fieldHtml(shown, field)}
`,
)}</section>
`,
  )}`;
}

/** What is wrong with what was sent, all at once, with a link to each place. A reader of screens says it at once. */
export function errorSummaryHtml({ fields, errors }: Pick<FieldsView, 'fields' | 'errors'>): Part {
  if (errors.length === 0) return false;
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  return html`<div class="problems" role="alert" tabindex="-1" autofocus>
<h2>Please look at ${errors.length === 1 ? 'one answer' : `${errors.length} answers`} again</h2>
<ul>${errors.map(
    ({ path, message }) => html`<li><a href="#${controlId(path)}">${errorLine(labels.get(path) ?? path, errorSentence(message))}</a></li>
`,
  )}</ul>
</div>`;
}

/** The name of a field and what is wrong with it; a name that is a question or a sentence keeps its own end. */
const errorLine = (label: string, text: string): string =>
  /[?!.:…]$/.test(label) ? `${label} ${text}` : `${label}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;

function fieldHtml({ values, errors, always_required, condition_keys, retained_files }: FieldsView, field: FormField): Html {
  const shown: FieldView = {
    field,
    value: Object.hasOwn(values, field.key) ? values[field.key] : undefined,
    error: errors.find(({ path }) => path === field.key),
    required: field.required === true || field.key === always_required,
    condition_key: condition_keys?.get(field.key) ?? field.key,
  };
  switch (field.type) {
    case 'short_text':
    case 'signature':
      return lineField(shown, { type: 'text' });
    case 'full_name':
      return lineField(shown, { type: 'text', autocomplete: 'name' });
    case 'long_text':
      return linesField(shown);
    case 'email':
      return lineField(shown, { type: 'email', autocomplete: 'email' });
    case 'phone':
      return lineField(shown, { type: 'tel', autocomplete: 'tel' });
    case 'url':
      return lineField(shown, { type: 'url', autocomplete: 'url' });
    case 'number':
    case 'currency':
      return lineField(shown, { type: 'text', inputmode: field.validation?.integer ? 'numeric' : 'decimal' });
    case 'date':
      return lineField(shown, { type: 'date' });
    case 'time':
      return lineField(shown, { type: 'time' });
    case 'datetime':
      return lineField(shown, { type: 'datetime-local' });
    case 'date_range':
      return dateRangeField(shown);
    case 'select':
      return selectField(shown);
    case 'multi_select':
      return choicesField(shown, 'checkbox');
    case 'radio':
      return choicesField(shown, 'radio');
    case 'yes_no':
      return yesNoField(shown);
    case 'checkbox':
    case 'consent':
      return checkboxField(shown);
    case 'rating':
    case 'scale':
    case 'nps':
      return stepsField(shown);
    case 'matrix':
      return matrixField(shown);
    case 'ranking':
      return rankingField(shown);
    case 'address':
      return addressField(shown);
    case 'country':
      return countryField(shown);
    case 'file':
      return fileField(shown, retainedFiles(shown.value, retained_files));
    case 'hidden':
      return html`<input type="hidden" name="${field.key}" value="${typeof shown.value === 'string' ? shown.value : ''}"${conditionAttributes(shown)}>`;
    case 'heading':
    case 'page_break':
    case 'statement':
      return blockHtml(field);
  }
}

/** Words between questions. */
function blockHtml({ type, label, help, key, visible_if }: FormField): Html {
  const words = type === 'statement' ? html`<p class="lines">${label}</p>` : html`<h2>${label}</h2>`;
  return html`<div class="words"${visible_if && html` data-key="${key}" data-type="${type}" data-visible-if="${JSON.stringify(visible_if)}"`}>${words}${
    help && html`<p class="help">${help}</p>`
  }</div>`;
}

function retainedFiles(value: unknown, names: ReadonlyMap<string, string> | undefined) {
  const ids = Array.isArray(value) ? value.map(String) : [];
  return ids.flatMap((id) => {
    const name = names?.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

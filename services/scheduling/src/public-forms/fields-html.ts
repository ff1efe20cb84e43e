import type { FieldError } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import { type Html, html, type PageContext, type PageLocale, type Part } from '@space/web';
import { checkboxField, choicesField, matrixField, selectField, yesNoField } from './choice-fields.ts';
import { conditionAttributes, controlId, errorSentence, type FieldView } from './field-layout.ts';
import { rankingField } from './ranking-field.ts';
import { starsField, stepsField } from './step-fields.ts';
import { addressField, countryField, dateRangeField, fileField, lineField, linesField } from './text-fields.ts';

/** The fields of a form to render. */
export interface FieldsView {
  readonly context: PageContext;
  readonly fields: readonly FormField[];
  /** Submitted or initial values by field key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Errors with the key of their field as path. */
  readonly errors: readonly FieldError[];
  /** The key of a field that is required regardless of its own settings. */
  readonly always_required?: string | undefined;
  /** True when each question is a section of its own. */
  readonly one_question?: boolean;
  /** Keys of fields in conditions, where they differ from the keys of the fields. */
  readonly condition_keys?: ReadonlyMap<string, string>;
  /** Names of retained files by id. */
  readonly retained_files?: ReadonlyMap<string, string>;
}

/** Types of fields that ask nothing: they stand before the next question. */
const silent: ReadonlySet<FormField['type']> = new Set(['heading', 'statement', 'page_break', 'hidden']);

/** Returns all fields of a form, in sections that its page breaks separate, or with one question in each. */
export function fieldsHtml(view: FieldsView): Html {
  const sections: FormField[][] = [[]];
  for (const field of view.fields) {
    const hasQuestion = sections.at(-1)!.some(({ type }) => !silent.has(type));
    const begins = field.type === 'page_break' || (view.one_question === true && field.type !== 'hidden' && hasQuestion);
    if (begins && sections.at(-1)!.length > 0) sections.push([]);
    sections.at(-1)!.push(field);
  }
  return html`${sections.map(
    (fields) => html`<section data-step>
${fields.map(
  (field) => html`${fieldHtml(view, field)}
`,
)}</section>
`,
  )}`;
}

/** Returns the list of all errors with a link to each field. Screen readers announce it. */
export function errorSummaryHtml({ context: { locale }, fields, errors }: Pick<FieldsView, 'context' | 'fields' | 'errors'>): Part {
  if (errors.length === 0) return false;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return html`<div class="problems" role="alert" tabindex="-1" autofocus>
<h2>${locale.labels.look_again(errors.length)}</h2>
<ul>${errors.map(
    (
      error,
    ) => html`<li><a href="#${controlId(error.path)}">${errorLine(locale, byKey.get(error.path)?.label ?? error.path, errorSentence(locale, byKey.get(error.path)?.type, error))}</a></li>
`,
  )}</ul>
</div>`;
}

/** Returns a label with its error; a label that is a question or a sentence keeps its punctuation. */
const errorLine = (locale: PageLocale, label: string, text: string): string =>
  /[?!.:…]$/.test(label)
    ? `${label} ${text}`
    : locale.labelled(label, locale.tag.startsWith('en') ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text);

function fieldHtml({ context, values, errors, always_required, condition_keys, retained_files }: FieldsView, field: FormField): Html {
  const view: FieldView = {
    locale: context.locale,
    field,
    value: Object.hasOwn(values, field.key) ? values[field.key] : undefined,
    error: errors.find(({ path }) => path === field.key),
    required: field.required === true || field.key === always_required,
    condition_key: condition_keys?.get(field.key) ?? field.key,
  };
  switch (field.type) {
    case 'short_text':
    case 'signature':
      return lineField(view, { type: 'text' });
    case 'full_name':
      return lineField(view, { type: 'text', autocomplete: 'name' });
    case 'long_text':
      return linesField(view);
    case 'email':
      return lineField(view, { type: 'email', autocomplete: 'email' });
    case 'phone':
      return lineField(view, { type: 'tel', autocomplete: 'tel' });
    case 'url':
      return lineField(view, { type: 'url', autocomplete: 'url' });
    case 'number':
    case 'currency':
      return lineField(view, { type: 'text', inputmode: field.validation?.integer ? 'numeric' : 'decimal' });
    case 'date':
      return lineField(view, { type: 'date' });
    case 'time':
      return lineField(view, { type: 'time' });
    case 'datetime':
      return lineField(view, { type: 'datetime-local' });
    case 'date_range':
      return dateRangeField(view);
    case 'select':
      return selectField(view);
    case 'multi_select':
      return choicesField(view, 'checkbox');
    case 'radio':
      return choicesField(view, 'radio');
    case 'yes_no':
      return yesNoField(view);
    case 'checkbox':
    case 'consent':
      return checkboxField(view);
    case 'rating':
      return starsField(view);
    case 'scale':
    case 'nps':
      return stepsField(view);
    case 'matrix':
      return matrixField(view);
    case 'ranking':
      return rankingField(view);
    case 'address':
      return addressField(view);
    case 'country':
      return countryField(view);
    case 'file':
      return fileField(view, retainedFiles(view.value, retained_files));
    case 'hidden':
      return html`<input type="hidden" name="${field.key}" value="${typeof view.value === 'string' ? view.value : ''}"${conditionAttributes(view)}>`;
    case 'heading':
    case 'page_break':
    case 'statement':
      return blockHtml(field);
  }
}

/** Returns a heading or a statement between questions. */
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

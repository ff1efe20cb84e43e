import type { FieldError } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import { answerErrorSentence, type Html, html, type PageLocale, type Part } from '@space/web';

/** A field to render, with its value and its error. */
export interface FieldView {
  readonly locale: PageLocale;
  readonly field: FormField;
  /** The submitted or the initial value. */
  readonly value: unknown;
  readonly error: FieldError | undefined;
  /** True when an answer is required. */
  readonly required: boolean;
  /** The key of the field in conditions. */
  readonly condition_key: string;
}

/** Returns the id of the first control of a field, to which links to its error lead. */
export const controlId = (key: string): string => `f-${key}`;

/** Returns the attributes that connect a control with the help and the error of its field, and with the element `describedBy`. */
export function ariaAttributes({ field, error, required }: FieldView, describedBy?: string): Part {
  const about = [field.help && `${controlId(field.key)}-help`, describedBy, error && `${controlId(field.key)}-error`]
    .filter(Boolean)
    .join(' ');
  return html`${about && html` aria-describedby="${about}"`}${error && html` aria-invalid="true"`}${required && html` aria-required="true"`}`;
}

/** Returns the attribute of a required control in a group, whose legend has the help and the error. */
export const requiredAttribute = ({ required }: FieldView): Part => required && html` required`;

/** Returns the help and the error of a field. */
const hints = ({ locale, field, error }: FieldView): Part =>
  html`${
    field.help && html`<p class="help" id="${controlId(field.key)}-help">${field.help}</p>`
  }${error && html`<p class="error" id="${controlId(field.key)}-error"><span class="hidden">${locale.labels.error_prefix} </span>${errorSentence(locale, field.type, error)}</p>`}`;

/** Returns the error of an answer, whose message is the end of a sentence in English, as a whole sentence of the page's language. */
export const errorSentence = (
  locale: PageLocale,
  type: FormField['type'] | undefined,
  { code, message }: Pick<FieldError, 'code' | 'message'>,
): string => answerErrorSentence(locale.labels.answer_errors, { code, message, type }, locale);

/** Returns the mark of a question that needs no answer. */
const optional = ({ locale, required }: FieldView): Part => !required && html` <span class="optional">${locale.labels.optional}</span>`;

/** Returns the attributes from which the script shows and hides a field. */
export const conditionAttributes = ({ field, condition_key }: FieldView): Part =>
  html` data-key="${condition_key}" data-type="${field.type}"${
    field.visible_if && html` data-visible-if="${JSON.stringify(field.visible_if)}"`
  }${field.required_if && html` data-required-if="${JSON.stringify(field.required_if)}"`}`;

/** Returns a field with one control and its label. */
export const singleField = (
  view: FieldView,
  control: Html,
): Html => html`<div class="field${view.error && ' invalid'}"${conditionAttributes(view)}>
<label class="name" for="${controlId(view.field.key)}">${view.field.label}${optional(view)}</label>
${hints(view)}${control}
</div>`;

/** Returns a field with several controls and its legend. */
export const groupField = (
  view: FieldView,
  controls: Part,
): Html => html`<fieldset class="field${view.error && ' invalid'}"${conditionAttributes(view)}${
  view.field.help || view.error
    ? html` aria-describedby="${[view.field.help && `${controlId(view.field.key)}-help`, view.error && `${controlId(view.field.key)}-error`].filter(Boolean).join(' ')}"`
    : false
}>
<legend class="name">${view.field.label}${optional(view)}</legend>
${hints(view)}${controls}
</fieldset>`;

/** Returns a field that is one checkbox with its label. */
export const labelledCheckbox = (
  view: FieldView,
  control: Html,
): Html => html`<div class="field${view.error && ' invalid'}"${conditionAttributes(view)}>
${hints(view)}<label class="choice">${control}<span>${view.field.label}${optional(view)}</span></label>
</div>`;

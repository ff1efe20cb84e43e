import type { FieldError } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import { type Html, html, type Part } from '@space/web';

/** A field as it is shown: what is in it, and what is wrong with it. */
export interface FieldView {
  readonly field: FormField;
  /** What was answered, or stands there from the beginning. */
  readonly value: unknown;
  readonly error: FieldError | undefined;
  /** Whether it must be answered. */
  readonly required: boolean;
  /** The key under which conditions know it. */
  readonly condition_key: string;
}

/** The id of the first control of a field: where a link to its error leads. */
export const controlId = (key: string): string => `f-${key}`;

/** What ties a control to the help and the error of its field, and to a word beside it, told by its id. */
export function ariaAttributes({ field, error, required }: FieldView, beside?: string): Part {
  const about = [field.help && `${controlId(field.key)}-help`, beside, error && `${controlId(field.key)}-error`].filter(Boolean).join(' ');
  return html`${about && html` aria-describedby="${about}"`}${error && html` aria-invalid="true"`}${required && html` aria-required="true"`}`;
}

/** The same for one of several buttons, whose help and error their legend tells. */
export const requiredAttribute = ({ required }: FieldView): Part => required && html` required`;

/** Below the name of a field: its help, and what is wrong with it. */
const hints = ({ field, error }: FieldView): Part =>
  html`${
    field.help && html`<p class="help" id="${controlId(field.key)}-help">${field.help}</p>`
  }${error && html`<p class="error" id="${controlId(field.key)}-error"><span class="hidden">Error: </span>${errorSentence(error.message)}</p>`}`;

/** What is wrong with a field, for a person: the end of a sentence made a whole one. */
export const errorSentence = (message: string): string =>
  message === 'is required' ? 'Please answer this.' : message === 'must be ticked' ? 'Please tick this box.' : `This ${message}.`;

const optional = ({ required }: FieldView): Part => !required && html` <span class="optional">(optional)</span>`;

/** What the browser needs to know in order to show and hide a field by itself. */
export const conditionAttributes = ({ field, condition_key }: FieldView): Part =>
  html` data-key="${condition_key}" data-type="${field.type}"${
    field.visible_if && html` data-visible-if="${JSON.stringify(field.visible_if)}"`
  }${field.required_if && html` data-required-if="${JSON.stringify(field.required_if)}"`}`;

/** A field with one control, named by a label. */
export const singleField = (
  shown: FieldView,
  control: Html,
): Html => html`<div class="field${shown.error && ' faulty'}"${conditionAttributes(shown)}>
<label class="name" for="${controlId(shown.field.key)}">${shown.field.label}${optional(shown)}</label>
${hints(shown)}${control}
</div>`;

/** A field with several controls, named by a legend. */
export const groupField = (
  shown: FieldView,
  controls: Part,
): Html => html`<fieldset class="field${shown.error && ' faulty'}"${conditionAttributes(shown)}${
  shown.field.help || shown.error
    ? html` aria-describedby="${[shown.field.help && `${controlId(shown.field.key)}-help`, shown.error && `${controlId(shown.field.key)}-error`].filter(Boolean).join(' ')}"`
    : false
}>
<legend class="name">${shown.field.label}${optional(shown)}</legend>
${hints(shown)}${controls}
</fieldset>`;

/** A field that is one tick with its words beside it. */
export const labelledCheckbox = (
  shown: FieldView,
  control: Html,
): Html => html`<div class="field${shown.error && ' faulty'}"${conditionAttributes(shown)}>
${hints(shown)}<label class="choice">${control}<span>${shown.field.label}${optional(shown)}</span></label>
</div>`;

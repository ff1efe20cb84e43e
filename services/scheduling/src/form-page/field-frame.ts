import type { FieldError } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import { type Html, html, type Part } from '@space/web';

/** A field as it is shown: what is in it, and what is wrong with it. */
export interface ShownField {
  readonly field: FormField;
  /** What was answered, or stands there from the beginning. */
  readonly value: unknown;
  readonly fault: FieldError | undefined;
  /** Whether it must be answered. */
  readonly required: boolean;
  /** The key under which conditions know it. */
  readonly known_as: string;
}

/** The id of the first control of a field: where a link to its fault leads. */
export const idOf = (key: string): string => `f-${key}`;

/** What ties a control to the help and the fault of its field, and to a word beside it, told by its id. */
export function tied({ field, fault, required }: ShownField, beside?: string): Part {
  const about = [field.help && `${idOf(field.key)}-help`, beside, fault && `${idOf(field.key)}-error`].filter(Boolean).join(' ');
  return html`${about && html` aria-describedby="${about}"`}${fault && html` aria-invalid="true"`}${required && html` aria-required="true"`}`;
}

/** The same for one of several buttons, whose help and fault their legend tells. */
export const chosen = ({ required }: ShownField): Part => required && html` required`;

/** Below the name of a field: its help, and what is wrong with it. */
const hints = ({ field, fault }: ShownField): Part =>
  html`${
    field.help && html`<p class="help" id="${idOf(field.key)}-help">${field.help}</p>`
  }${fault && html`<p class="error" id="${idOf(field.key)}-error"><span class="hidden">Error: </span>${sentence(fault.message)}</p>`}`;

/** What is wrong with a field, for a person: the end of a sentence made a whole one. */
export const sentence = (message: string): string =>
  message === 'is required' ? 'Please answer this.' : message === 'must be ticked' ? 'Please tick this box.' : `This ${message}.`;

const optional = ({ required }: ShownField): Part => !required && html` <span class="optional">(optional)</span>`;

/** What the browser needs to know in order to show and hide a field by itself. */
export const conditions = ({ field, known_as }: ShownField): Part =>
  html` data-key="${known_as}" data-type="${field.type}"${
    field.visible_if && html` data-visible-if="${JSON.stringify(field.visible_if)}"`
  }${field.required_if && html` data-required-if="${JSON.stringify(field.required_if)}"`}`;

/** A field with one control, named by a label. */
export const single = (shown: ShownField, control: Html): Html => html`<div class="field${shown.fault && ' faulty'}"${conditions(shown)}>
<label class="name" for="${idOf(shown.field.key)}">${shown.field.label}${optional(shown)}</label>
${hints(shown)}${control}
</div>`;

/** A field with several controls, named by a legend. */
export const several = (
  shown: ShownField,
  controls: Part,
): Html => html`<fieldset class="field${shown.fault && ' faulty'}"${conditions(shown)}${
  shown.field.help || shown.fault
    ? html` aria-describedby="${[shown.field.help && `${idOf(shown.field.key)}-help`, shown.fault && `${idOf(shown.field.key)}-error`].filter(Boolean).join(' ')}"`
    : false
}>
<legend class="name">${shown.field.label}${optional(shown)}</legend>
${hints(shown)}${controls}
</fieldset>`;

/** A field that is one tick with its words beside it. */
export const ticked = (shown: ShownField, control: Html): Html => html`<div class="field${shown.fault && ' faulty'}"${conditions(shown)}>
${hints(shown)}<label class="choice">${control}<span>${shown.field.label}${optional(shown)}</span></label>
</div>`;

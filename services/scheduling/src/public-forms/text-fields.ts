import { type Html, html, type Part } from '@space/web';
import { addressParts } from '../answers/address-answers.ts';
import { countries } from '../answers/countries.ts';
import { currencyOf } from '../answers/number-answers.ts';
import { acceptedExtensions, maxFileMb } from '../files/check-file.ts';
import { ariaAttributes, controlId, type FieldView, groupField, singleField } from './field-layout.ts';
import { partName } from './parse-form-data.ts';

/** How a kind of text is typed in: the type of its field, the keys that a phone shows, and what a browser may fill in. */
interface TextInput {
  readonly type: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'datetime-local';
  readonly autocomplete?: string;
  readonly inputmode?: 'decimal' | 'numeric';
}

/** What browsers know people by, for keys that fields usually have. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  job_title: 'organization-title',
};

const text = (value: unknown): string => (value === undefined || value === null || typeof value === 'object' ? '' : String(value));

/** A field of one line. */
export function lineField(shown: FieldView, { type, autocomplete, inputmode }: TextInput): Html {
  const { key, placeholder, validation = {} } = shown.field;
  const fill = autocomplete ?? (Object.hasOwn(AUTOCOMPLETE, key) ? AUTOCOMPLETE[key] : undefined);
  const beside = shown.field.type === 'currency' || shown.field.type === 'signature' ? `${controlId(key)}-beside` : undefined;
  const input = html`<input type="${type}" id="${controlId(key)}" name="${key}" value="${text(shown.value)}"${
    placeholder && html` placeholder="${placeholder}"`
  }${fill && html` autocomplete="${fill}"`}${inputmode && html` inputmode="${inputmode}"`}${
    validation.min_date && html` min="${validation.min_date}${type === 'datetime-local' && 'T00:00'}"`
  }${validation.max_date && html` max="${validation.max_date}${type === 'datetime-local' && 'T23:59'}"`}${ariaAttributes(shown, beside)}>`;
  if (shown.field.type === 'signature')
    return singleField(shown, html`${input}<p class="help" id="${beside}">Type your full name to sign.</p>`);
  if (shown.field.type === 'currency')
    return singleField(shown, html`<div class="prefixed"><span id="${beside}">${currencyOf(validation.currency)}</span>${input}</div>`);
  return singleField(shown, input);
}

/** A field of several lines. */
export const linesField = (shown: FieldView): Html =>
  singleField(
    shown,
    html`<textarea id="${controlId(shown.field.key)}" name="${shown.field.key}" rows="5"${
      shown.field.placeholder && html` placeholder="${shown.field.placeholder}"`
    }${ariaAttributes(shown)}>
${text(shown.value)}</textarea>`,
  );

const countryOptions = (chosen: string): Part =>
  html`<option value="">Please choose</option>${countries.map(({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`)}`;

/** A list of countries. */
export const countryField = (shown: FieldView): Html =>
  singleField(
    shown,
    html`<select id="${controlId(shown.field.key)}" name="${shown.field.key}" autocomplete="country"${ariaAttributes(shown)}>${countryOptions(text(shown.value))}</select>`,
  );

/** The parts of a postal address. */
export function addressField(shown: FieldView): Html {
  const { key } = shown.field;
  const given = typeof shown.value === 'object' && shown.value !== null ? (shown.value as Record<string, unknown>) : {};
  return groupField(
    shown,
    html`<div class="pair">${addressParts.map(({ name, label, autocomplete, needed }, at) => {
      const id = at === 0 ? controlId(key) : `${controlId(key)}-${name}`;
      const control =
        name === 'country'
          ? html`<select id="${id}" name="${partName(key, name)}" autocomplete="country">${countryOptions(text(given[name]))}</select>`
          : html`<input type="text" id="${id}" name="${partName(key, name)}" value="${text(given[name])}" maxlength="200" autocomplete="${autocomplete}"${needed && ariaAttributes(shown)}>`;
      return html`<div><label for="${id}">${label}${!needed && html` <span class="optional">(optional)</span>`}</label>
${control}</div>
`;
    })}</div>`,
  );
}

/** The first and the last day. */
export function dateRangeField(shown: FieldView): Html {
  const { key } = shown.field;
  const given = typeof shown.value === 'object' && shown.value !== null ? (shown.value as Record<string, unknown>) : {};
  return groupField(
    shown,
    html`<div class="pair">${(['start', 'end'] as const).map((part) => {
      const id = part === 'start' ? controlId(key) : `${controlId(key)}-end`;
      return html`<div><label for="${id}">${part === 'start' ? 'From' : 'To'}</label>
<input type="date" id="${id}" name="${partName(key, part)}" value="${text(given[part])}"${ariaAttributes(shown)}></div>
`;
    })}</div>`,
  );
}

/** Files to choose. Those that came before and are kept while something else is put right are named, and sent along by their ids. */
export function fileField(shown: FieldView, kept: readonly { readonly id: string; readonly name: string }[]): Html {
  const { key, validation = {} } = shown.field;
  const accepted = acceptedExtensions(shown.field);
  const kinds = `${controlId(key)}-kinds`;
  return singleField(
    shown,
    html`${kept.map(
      ({
        id,
        name,
      }) => html`<p class="notice">${name} is here already.<input type="hidden" name="${partName(key, 'kept')}" value="${id}"></p>
`,
    )}<input type="file" id="${controlId(key)}" name="${key}" accept="${accepted.map((ending) => `.${ending}`).join(',')}"${
      (validation.max_selections ?? 1) > 1 && html` multiple`
    }${ariaAttributes(shown, kinds)}>
<p class="help" id="${kinds}">At most ${maxFileMb(shown.field)} MB: ${accepted.slice(0, 8).join(', ')}${accepted.length > 8 && ' and others'}</p>`,
  );
}

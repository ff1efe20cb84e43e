import { type Html, html, type PageLocale, type Part } from '@space/web';
import { addressParts } from '../answers/address-answers.ts';
import { countryCodes } from '../answers/countries.ts';
import { currencyOf } from '../answers/number-answers.ts';
import { acceptedExtensions, maxFileMb } from '../files/check-file.ts';
import { ariaAttributes, controlId, type FieldView, groupField, singleField } from './field-layout.ts';
import { partName } from './parse-form-data.ts';

/** The attributes of a text input. */
interface TextInput {
  readonly type: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'datetime-local';
  readonly autocomplete?: string;
  readonly inputmode?: 'decimal' | 'numeric';
}

/** Autocomplete tokens for usual field keys. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  job_title: 'organization-title',
};

const text = (value: unknown): string => (value === undefined || value === null || typeof value === 'object' ? '' : String(value));

/** Returns an input of one line. */
export function lineField(view: FieldView, { type, autocomplete, inputmode }: TextInput): Html {
  const { key, placeholder, validation = {} } = view.field;
  const fill = autocomplete ?? (Object.hasOwn(AUTOCOMPLETE, key) ? AUTOCOMPLETE[key] : undefined);
  const describedBy = view.field.type === 'currency' || view.field.type === 'signature' ? `${controlId(key)}-note` : undefined;
  const input = html`<input type="${type}" id="${controlId(key)}" name="${key}" value="${text(view.value)}"${
    placeholder && html` placeholder="${placeholder}"`
  }${fill && html` autocomplete="${fill}"`}${inputmode && html` inputmode="${inputmode}"`}${
    validation.min_date && html` min="${validation.min_date}${type === 'datetime-local' && 'T00:00'}"`
  }${validation.max_date && html` max="${validation.max_date}${type === 'datetime-local' && 'T23:59'}"`}${ariaAttributes(view, describedBy)}>`;
  if (view.field.type === 'signature')
    return singleField(view, html`${input}<p class="help" id="${describedBy}">${view.locale.labels.sign}</p>`);
  if (view.field.type === 'currency')
    return singleField(view, html`<div class="prefixed"><span id="${describedBy}">${currencyOf(validation.currency)}</span>${input}</div>`);
  return singleField(view, input);
}

/** Returns an input of several lines. */
export const linesField = (view: FieldView): Html =>
  singleField(
    view,
    html`<textarea id="${controlId(view.field.key)}" name="${view.field.key}" rows="5"${
      view.field.placeholder && html` placeholder="${view.field.placeholder}"`
    }${ariaAttributes(view)}>
${text(view.value)}</textarea>`,
  );

/** The countries of a locale, sorted once. */
const sortedCountries = new WeakMap<PageLocale, readonly { readonly code: string; readonly name: string }[]>();

/** Returns all countries with their names in the language of the page, sorted by name. */
function countriesIn(locale: PageLocale) {
  const sorted = sortedCountries.get(locale);
  if (sorted) return sorted;
  const { compare } = new Intl.Collator(locale.tag);
  const named = [...countryCodes].map((code) => ({ code, name: locale.country(code) })).sort((a, b) => compare(a.name, b.name));
  sortedCountries.set(locale, named);
  return named;
}

function countryOptions(locale: PageLocale, chosen: string): Part {
  const named = countriesIn(locale);
  return html`<option value="">${locale.labels.please_choose}</option>${named.map(({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`)}`;
}

/** Returns a list of countries. */
export const countryField = (view: FieldView): Html =>
  singleField(
    view,
    html`<select id="${controlId(view.field.key)}" name="${view.field.key}" autocomplete="country"${ariaAttributes(view)}>${countryOptions(view.locale, text(view.value))}</select>`,
  );

/** Returns the inputs of a postal address. */
export function addressField(view: FieldView): Html {
  const { key } = view.field;
  const { labels } = view.locale;
  const given = typeof view.value === 'object' && view.value !== null ? (view.value as Record<string, unknown>) : {};
  return groupField(
    view,
    html`<div class="pair">${addressParts.map(({ name, autocomplete, required }, at) => {
      const id = at === 0 ? controlId(key) : `${controlId(key)}-${name}`;
      const control =
        name === 'country'
          ? html`<select id="${id}" name="${partName(key, name)}" autocomplete="country">${countryOptions(view.locale, text(given[name]))}</select>`
          : html`<input type="text" id="${id}" name="${partName(key, name)}" value="${text(given[name])}" maxlength="200" autocomplete="${autocomplete}"${required && ariaAttributes(view)}>`;
      return html`<div><label for="${id}">${labels.address[name]}${!required && html` <span class="optional">${labels.optional}</span>`}</label>
${control}</div>
`;
    })}</div>`,
  );
}

/** Returns the inputs of a date range. */
export function dateRangeField(view: FieldView): Html {
  const { key } = view.field;
  const given = typeof view.value === 'object' && view.value !== null ? (view.value as Record<string, unknown>) : {};
  return groupField(
    view,
    html`<div class="pair">${(['start', 'end'] as const).map((part) => {
      const id = part === 'start' ? controlId(key) : `${controlId(key)}-end`;
      return html`<div><label for="${id}">${part === 'start' ? view.locale.labels.from : view.locale.labels.to}</label>
<input type="date" id="${id}" name="${partName(key, part)}" value="${text(given[part])}"${ariaAttributes(view)}></div>
`;
    })}</div>`,
  );
}

/** Returns a file input. Retained files are listed by name and submitted by id. */
export function fileField(view: FieldView, retained: readonly { readonly id: string; readonly name: string }[]): Html {
  const { key, validation = {} } = view.field;
  const { labels, number } = view.locale;
  const accepted = acceptedExtensions(view.field);
  const kinds = `${controlId(key)}-kinds`;
  return singleField(
    view,
    html`${retained.map(
      ({
        id,
        name,
      }) => html`<p class="notice">${labels.file_here(name)}<input type="hidden" name="${partName(key, 'uploaded')}" value="${id}"></p>
`,
    )}<input type="file" id="${controlId(key)}" name="${key}" accept="${accepted.map((ending) => `.${ending}`).join(',')}"${
      (validation.max_selections ?? 1) > 1 && html` multiple`
    }${ariaAttributes(view, kinds)}>
<p class="help" id="${kinds}">${labels.file_kinds(number(maxFileMb(view.field), 3), accepted.slice(0, 8).join(', '), accepted.length > 8)}</p>`,
  );
}

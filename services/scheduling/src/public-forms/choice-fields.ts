import { type Html, html, type Part } from '@space/web';
import { ariaAttributes, controlId, type FieldView, groupField, labelledCheckbox, requiredAttribute, singleField } from './field-layout.ts';
import { otherName, partName } from './parse-form-data.ts';

/** Returns the chosen values of a field. */
export const selectedValues = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];

/** The choices of a field that the page shows as chosen, computed once for all its options. */
interface Chosen {
  /** The text that replaces a choice; empty without one. */
  readonly other: string;
  /** Returns true for a selected option, and for the option of an entered text. */
  has(option: { readonly value: string; readonly other?: boolean | undefined }): boolean;
}

function chosenIn({ field, value }: FieldView): Chosen {
  const selected = new Set(selectedValues(value));
  const known = new Set(field.options?.map((option) => option.value));
  const other = selected.values().find((one) => !known.has(one)) ?? '';
  return { other, has: (option) => selected.has(option.value) || (option.other === true && other !== '') };
}

function otherInput({ locale: { labels }, field }: FieldView, { other: written }: Chosen): Part {
  const { key, options = [], label } = field;
  if (!options.some(({ other }) => other)) return false;
  const standsFor = JSON.stringify(options.filter(({ other }) => other).map(({ value }) => value));
  return html`<div data-other="${standsFor}"><p class="help">${labels.something_else}</p>
<input type="text" name="${otherName(key)}" value="${written}" maxlength="200" aria-label="${labels.something_else_of(label)}"></div>`;
}

/** Returns a drop-down list. */
export function selectField(view: FieldView): Html {
  const chosen = chosenIn(view);
  return singleField(
    view,
    html`<select id="${controlId(view.field.key)}" name="${view.field.key}"${ariaAttributes(view)}>
<option value="">${view.field.placeholder ?? view.locale.labels.please_choose}</option>
${view.field.options?.map(
  (option) => html`<option value="${option.value}"${chosen.has(option) && html` selected`}>${option.label}</option>
`,
)}</select>${otherInput(view, chosen)}`,
  );
}

/** Returns a list of radio buttons or checkboxes. */
export function choicesField(view: FieldView, type: 'radio' | 'checkbox'): Html {
  const chosen = chosenIn(view);
  return groupField(
    view,
    html`${view.field.options?.map(
      (option, at) => html`<label class="choice"><input type="${type}" name="${view.field.key}" value="${option.value}"${
        at === 0 && html` id="${controlId(view.field.key)}"`
      }${chosen.has(option) && html` checked`}${type === 'radio' && requiredAttribute(view)}><span>${option.label}</span></label>
`,
    )}${otherInput(view, chosen)}`,
  );
}

/** Returns radio buttons for yes and no. */
export function yesNoField(view: FieldView): Html {
  const choices = [
    { value: 'true', label: view.locale.labels.yes },
    { value: 'false', label: view.locale.labels.no },
  ];
  return groupField(
    view,
    choices.map(
      ({ value, label }, at) => html`<label class="choice"><input type="radio" name="${view.field.key}" value="${value}"${
        at === 0 && html` id="${controlId(view.field.key)}"`
      }${String(view.value) === value && html` checked`}${requiredAttribute(view)}><span>${label}</span></label>
`,
    ),
  );
}

/** Returns one checkbox. */
export const checkboxField = (view: FieldView): Html =>
  labelledCheckbox(
    view,
    html`<input type="checkbox" id="${controlId(view.field.key)}" name="${view.field.key}" value="true"${
      (view.value === true || view.value === 'true') && html` checked`
    }${ariaAttributes(view)}>`,
  );

/** Returns radio buttons for each row. */
export function matrixField(view: FieldView): Html {
  const { key, rows = [], options = [] } = view.field;
  const given = typeof view.value === 'object' && view.value !== null ? (view.value as Record<string, unknown>) : {};
  return groupField(
    view,
    rows.map(
      (row, at) => html`<fieldset><legend>${row}</legend>
${options.map(
  ({ value, label }, which) => html`<label class="choice"><input type="radio" name="${partName(key, at)}" value="${value}"${
    at === 0 && which === 0 && html` id="${controlId(key)}"`
  } data-part="${row}"${Object.hasOwn(given, row) && given[row] === value && html` checked`}${requiredAttribute(view)}><span>${label}</span></label>
`,
)}</fieldset>
`,
    ),
  );
}

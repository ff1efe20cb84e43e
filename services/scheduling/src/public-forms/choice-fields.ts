import { type Html, html, type Part } from '@space/web';
import { stepRange } from '../answers/number-answers.ts';
import { ariaAttributes, controlId, type FieldView, groupField, labelledCheckbox, requiredAttribute, singleField } from './field-layout.ts';
import { otherName, partName } from './parse-form-data.ts';

const selectedValues = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];

/** What was written in place of a choice. */
const otherText = ({ field, value }: FieldView): string =>
  selectedValues(value).find((one) => !field.options?.some((option) => option.value === one)) ?? '';

function otherInput(shown: FieldView): Part {
  const { key, options = [], label } = shown.field;
  if (!options.some(({ other }) => other)) return false;
  const standsFor = JSON.stringify(options.filter(({ other }) => other).map(({ value }) => value));
  return html`<div data-other="${standsFor}"><p class="help">If it is none of these, write it here:</p>
<input type="text" name="${otherName(key)}" value="${otherText(shown)}" maxlength="200" aria-label="${label}: something else"></div>`;
}

/** Which of the options are chosen: those that were, and the one that stands for what was written. */
function isChosen(shown: FieldView, option: { value: string; other?: boolean | undefined }): boolean {
  return selectedValues(shown.value).includes(option.value) || (option.other === true && otherText(shown) !== '');
}

/** A list to choose one of. */
export const selectField = (shown: FieldView): Html =>
  singleField(
    shown,
    html`<select id="${controlId(shown.field.key)}" name="${shown.field.key}"${ariaAttributes(shown)}>
<option value="">${shown.field.placeholder ?? 'Please choose'}</option>
${shown.field.options?.map(
  (option) => html`<option value="${option.value}"${isChosen(shown, option) && html` selected`}>${option.label}</option>
`,
)}</select>${otherInput(shown)}`,
  );

/** Choices side by side, one or several of which can be set. */
export const choicesField = (shown: FieldView, type: 'radio' | 'checkbox'): Html =>
  groupField(
    shown,
    html`${shown.field.options?.map(
      (option, at) => html`<label class="choice"><input type="${type}" name="${shown.field.key}" value="${option.value}"${
        at === 0 && html` id="${controlId(shown.field.key)}"`
      }${isChosen(shown, option) && html` checked`}${type === 'radio' && requiredAttribute(shown)}><span>${option.label}</span></label>
`,
    )}${otherInput(shown)}`,
  );

/** Yes or no. */
export function yesNoField(shown: FieldView): Html {
  const choices = [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ];
  return groupField(
    shown,
    choices.map(
      ({ value, label }, at) => html`<label class="choice"><input type="radio" name="${shown.field.key}" value="${value}"${
        at === 0 && html` id="${controlId(shown.field.key)}"`
      }${String(shown.value) === value && html` checked`}${requiredAttribute(shown)}><span>${label}</span></label>
`,
    ),
  );
}

/** One tick. */
export const checkboxField = (shown: FieldView): Html =>
  labelledCheckbox(
    shown,
    html`<input type="checkbox" id="${controlId(shown.field.key)}" name="${shown.field.key}" value="true"${
      (shown.value === true || shown.value === 'true') && html` checked`
    }${ariaAttributes(shown)}>`,
  );

/** Steps from the first to the last, such as stars or how likely something is. */
export function stepsField(shown: FieldView): Html {
  const { key, validation = {} } = shown.field;
  const { first, last } = stepRange(shown.field);
  const { min_label, max_label } = validation;
  const steps = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return groupField(
    shown,
    html`<div class="steps">${steps.map(
      (step, at) => html`<label><input type="radio" name="${key}" value="${step}"${
        at === 0 && html` id="${controlId(key)}"`
      }${String(shown.value) === String(step) && html` checked`}${requiredAttribute(shown)}><span>${step}</span></label>
`,
    )}</div>
${(min_label || max_label) && html`<p class="ends"><span>${min_label && `${first}: ${min_label}`}</span><span>${max_label && `${last}: ${max_label}`}</span></p>`}`,
  );
}

/** One choice for each row. */
export function matrixField(shown: FieldView): Html {
  const { key, rows = [], options = [] } = shown.field;
  const given = typeof shown.value === 'object' && shown.value !== null ? (shown.value as Record<string, unknown>) : {};
  return groupField(
    shown,
    rows.map(
      (row, at) => html`<fieldset><legend>${row}</legend>
${options.map(
  ({ value, label }, which) => html`<label class="choice"><input type="radio" name="${partName(key, at)}" value="${value}"${
    at === 0 && which === 0 && html` id="${controlId(key)}"`
  } data-part="${row}"${Object.hasOwn(given, row) && given[row] === value && html` checked`}${requiredAttribute(shown)}><span>${label}</span></label>
`,
)}</fieldset>
`,
    ),
  );
}

/** A place for each choice, from 1 on. */
export function rankingField(shown: FieldView): Html {
  const { key, options = [] } = shown.field;
  const order = selectedValues(shown.value);
  return groupField(
    shown,
    html`<p class="help">Give each a place; 1 is the best.</p>
<div class="pair short">${options.map(
      ({ value, label }, at) => html`<div><label for="${at === 0 ? controlId(key) : `${controlId(key)}-${at}`}">${label}</label>
<select id="${at === 0 ? controlId(key) : `${controlId(key)}-${at}`}" name="${partName(key, at)}" data-part="${value}"${ariaAttributes(shown)}><option value=""></option>${options.map(
        (_, place) => html`<option value="${place + 1}"${order[place] === value && html` selected`}>${place + 1}</option>`,
      )}</select></div>
`,
    )}</div>`,
  );
}

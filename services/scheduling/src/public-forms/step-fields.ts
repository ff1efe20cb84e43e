import { stepRange } from '@space/contracts/scheduling';
import { Html, html, type Part } from '@space/web';
import { controlId, type FieldView, groupField, requiredAttribute } from './field-layout.ts';

/** Steps that a row has room for on a phone; more of them wrap. */
const STEPS_IN_ROW = 11;

/** Stars that a row has room for on a phone; a longer rating has numbers. */
const STARS_IN_ROW = 7;

const STAR = new Html(
  '<svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true"><path d="m12 2.8 2.8 5.9 6.4.8-4.7 4.4 1.2 6.4-5.7-3.1-5.7 3.1 1.2-6.4-4.7-4.4 6.4-.8Z"/></svg>',
);

/** Returns a radio button for each step, with what `face` returns as its label. */
function stepButtons(view: FieldView, face: (step: number) => Part): readonly Html[] {
  const { key } = view.field;
  const { first, last } = stepRange(view.field);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const step = first + at;
    return html`<label><input type="radio" name="${key}" value="${step}"${at === 0 && html` id="${controlId(key)}"`}${
      String(view.value) === String(step) && html` checked`
    }${requiredAttribute(view)}>${face(step)}</label>
`;
  });
}

/** Returns the texts at both ends of a scale. */
function endsHtml({ field, locale }: FieldView, showsNumbers: boolean): Part {
  const { first, last } = stepRange(field);
  const { min_label, max_label } = field.validation ?? {};
  const end = (step: number, label: string | undefined): Part => label && (showsNumbers ? locale.labelled(String(step), label) : label);
  return (min_label || max_label) && html`<p class="ends"><span>${end(first, min_label)}</span><span>${end(last, max_label)}</span></p>`;
}

/** Returns buttons for the steps of a scale or an NPS question: in one row, or in rows of equal columns for many. */
export function stepsField(view: FieldView): Html {
  const buttons = stepButtons(view, (step) => html`<span>${step}</span>`);
  return groupField(
    view,
    html`<div class="scale"><div class="steps${buttons.length > STEPS_IN_ROW && ' many'}">${buttons}</div>
${endsHtml(view, true)}</div>`,
  );
}

/** Returns the stars of a rating; those up to the chosen one are filled. */
export function starsField(view: FieldView): Html {
  const { first, last } = stepRange(view.field);
  if (first !== 1 || last > STARS_IN_ROW) return stepsField(view);
  const { labels } = view.locale;
  return groupField(
    view,
    html`<div class="stars">${stepButtons(view, (step) => html`${STAR}<span class="hidden">${labels.stars(step)}</span>`)}</div>
${endsHtml(view, false)}`,
  );
}

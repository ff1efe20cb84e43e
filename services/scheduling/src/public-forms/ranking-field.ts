import { type Html, html } from '@space/web';
import { selectedValues } from './choice-fields.ts';
import { ariaAttributes, controlId, type FieldView, groupField } from './field-layout.ts';
import { type ChosenRanks, partName } from './parse-form-data.ts';

/**
 * Returns a list of ranks for each option. The script replaces it by a list that can be dragged, with buttons to move each option,
 * and writes the order into these lists.
 */
export function rankingField(view: FieldView): Html {
  const { key, options = [] } = view.field;
  const { labels } = view.locale;
  const ranks = ranksOf(view);
  const idAt = (at: number): string => (at === 0 ? controlId(key) : `${controlId(key)}-${at}`);
  return groupField(
    view,
    html`<div data-ranking data-help="${labels.rank_drag}" data-up="${labels.rank_up('{label}')}" data-down="${labels.rank_down('{label}')}" data-now="${labels.rank_now('{label}', '{place}')}">
<p class="help">${labels.rank_help}</p>
<div class="pair short">${options.map(
      ({ value, label }, at) => html`<div><label for="${idAt(at)}">${label}</label>
<select id="${idAt(at)}" name="${partName(key, at)}" data-part="${value}"${ariaAttributes(view)}><option value=""></option>${options.map(
        (_, place) => html`<option value="${place + 1}"${ranks[at] === String(place + 1) && html` selected`}>${place + 1}</option>`,
      )}</select></div>
`,
    )}</div>
</div>`,
  );
}

/** Returns the rank of each option as text: of a refused answer as it was chosen, otherwise by the order of the answer. */
function ranksOf({ field: { options = [] }, value }: FieldView): readonly string[] {
  if (isChosenRanks(value)) return value.ranks;
  const order = selectedValues(value);
  return options.map((option) => String(order.indexOf(option.value) + 1));
}

const isChosenRanks = (value: unknown): value is ChosenRanks =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'ranks');

import { html, type Part } from '@space/web';
import type { Column } from '../schema/schema.ts';

/** Returns the class of the cells of a column: numbers and dates do not wrap, and long texts and several choices get more width. */
export function alignment({ type, value_type }: Column): Part {
  if (value_type === 'number') return html` class="number"`;
  if (value_type === 'date' || value_type === 'datetime') return html` class="date"`;
  if (type === 'multi_select') return html` class="choices"`;
  return type === 'long_text' && html` class="long"`;
}

import { html, type Part } from '@space/web';
import type { Column } from '../schema/schema.ts';

/** Types whose cells are lists of names. */
const linking: ReadonlySet<Column['type']> = new Set(['reference', 'contact', 'lookup']);

/**
 * Returns the class of the cells of a column: numbers and dates do not wrap, and long texts, several choices and lists of names
 * get more width.
 */
export function alignment({ type, value_type }: Column): Part {
  if (value_type === 'number') return html` class="number"`;
  if (value_type === 'date' || value_type === 'datetime') return html` class="date"`;
  if (type === 'multi_select') return html` class="choices"`;
  if (linking.has(type) || (type === 'rollup' && value_type === 'list')) return html` class="links"`;
  return type === 'long_text' && html` class="long"`;
}

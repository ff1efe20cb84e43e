import { html, type Part } from '@space/web';
import type { Column } from '../schema/schema.ts';
import type { SharedView } from './shared-view.ts';

/** Types whose cells are lists of names. */
const linking: ReadonlySet<Column['type']> = new Set(['reference', 'contact', 'lookup']);

/** Returns the class attribute of the cells of a column in a grid: how they wrap, and their width if the view gives one. */
export function alignment({ config, widths }: Pick<SharedView, 'config' | 'widths'>, column: Column): Part {
  const listed = (config.columns ?? []) as { readonly column_key: string; readonly width?: number }[];
  const width = listed.find(({ column_key }) => column_key === column.key)?.width;
  const classes = [wrapping(column), widths.of(width)].filter((one) => one !== undefined);
  return classes.length > 0 && html` class="${classes.join(' ')}"`;
}

/** Numbers and dates do not wrap, and long texts, several choices and lists of names get more width. */
function wrapping({ type, value_type }: Column): string | undefined {
  if (value_type === 'number') return 'number';
  if (value_type === 'date' || value_type === 'datetime') return 'date';
  if (type === 'multi_select') return 'choices';
  if (linking.has(type) || (type === 'rollup' && value_type === 'list')) return 'links';
  return type === 'long_text' ? 'long' : undefined;
}

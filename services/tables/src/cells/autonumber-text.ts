import type { Column } from '../schema/schema.ts';
import { configOf } from './cell-type.ts';

/** Returns the digits of an autonumber in a text that may have the column's prefix and padding. */
export function digitsIn(column: Pick<Column, 'config'>, text: string): string {
  const { prefix = '' } = configOf<'autonumber'>(column as Column);
  const bare = text.toLowerCase().startsWith(prefix.toLowerCase()) ? text.slice(prefix.length) : text;
  return bare.replace(/^0+(?=\d)/, '');
}

import type { Column } from '../table/table.ts';

const computed: ReadonlySet<Column['type']> = new Set([
  'formula',
  'lookup',
  'rollup',
  'count',
  'autonumber',
  'created_at',
  'updated_at',
  'created_by',
]);

/** Returns true if people can write cells of a column. */
export const isWritableColumn = ({ type }: Column): boolean => !computed.has(type);

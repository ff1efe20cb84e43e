import type { Column } from '../table/table.ts';

/** The types whose cells the service computes. They take no default value, and a row cannot lack one. */
export const computedTypes: ReadonlySet<string> = new Set<Column['type']>([
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
export const isWritableColumn = ({ type }: Column): boolean => !computedTypes.has(type);

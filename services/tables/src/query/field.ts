import type { Column } from '../schema/schema.ts';

/** The way in which cells of a column are compared, independent of the column type. */
export type CellKind =
  | 'text'
  | 'email'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'moment'
  | 'select'
  | 'choices'
  | 'links'
  | 'list'
  | 'actor'
  | 'id'
  | 'files'
  | 'object';

const byType: Partial<Record<Column['type'], CellKind>> = {
  email: 'email',
  checkbox: 'boolean',
  select: 'select',
  multi_select: 'choices',
  reference: 'links',
  contact: 'links',
  attachment: 'files',
  created_at: 'moment',
  updated_at: 'moment',
  created_by: 'actor',
};

/** Returns the kind of the cells of a column; for a computed column, the kind of its values. */
export const cellKind = ({ type, value_type }: Pick<Column, 'type' | 'value_type'>): CellKind => byType[type] ?? value_type;

/** A field of rows for filters and sorts: a column, or one of the three fields of every row. */
export interface Field {
  readonly key: string;
  readonly kind: CellKind;
  /** Null for id, created_at and updated_at of the row itself. */
  readonly column: Column | null;
}

const ofEveryRow: ReadonlyMap<string, CellKind> = new Map([
  ['id', 'id'],
  ['created_at', 'moment'],
  ['updated_at', 'moment'],
]);

/** Returns the field of a key, or undefined. A column takes precedence over a field of every row. */
export function findField(byKey: ReadonlyMap<string, Column>, key: string): Field | undefined {
  const column = byKey.get(key);
  if (column) return { key, kind: cellKind(column), column };
  const kind = ofEveryRow.get(key);
  return kind && { key, kind, column: null };
}

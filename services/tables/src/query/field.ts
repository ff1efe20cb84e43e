import type { Column } from '../schema/schema.ts';

/** How the cells of a column are compared, whatever the type is called. */
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

/** The kind of the cells of a column; a computed column is of the kind of its values. */
export const cellKind = ({ type, value_type }: Pick<Column, 'type' | 'value_type'>): CellKind => byType[type] ?? value_type;

/** What questions and orders can be about: a column, or one of the three that every row has. */
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

/** What a key stands for, or undefined when there is no such column. A column comes before what every row has. */
export function findField(byKey: ReadonlyMap<string, Column>, key: string): Field | undefined {
  const column = byKey.get(key);
  if (column) return { key, kind: cellKind(column), column };
  const kind = ofEveryRow.get(key);
  return kind && { key, kind, column: null };
}

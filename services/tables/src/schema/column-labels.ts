import type { Column, Schema } from './schema.ts';

/** Columns by label, of each schema that was asked for them. */
const columnsOfSchemas = new WeakMap<Schema, ReadonlyMap<string, readonly Column[]>>();

/** Returns the columns of a label, without regard to case and to white space around it. */
export function columnsByLabel(schema: Schema, label: string): readonly Column[] {
  let columns = columnsOfSchemas.get(schema);
  if (!columns) {
    columns = Map.groupBy(schema.columns, (column) => fold(column.label));
    columnsOfSchemas.set(schema, columns);
  }
  return columns.get(fold(label)) ?? [];
}

const fold = (label: string): string => label.trim().toLowerCase();

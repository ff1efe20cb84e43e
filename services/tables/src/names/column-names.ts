import type { Filter } from '@space/contracts/tables';
import { columnsByLabel } from '../schema/column-labels.ts';
import { renameFilterColumns } from '../schema/lookups.ts';
import type { Cell, Schema } from '../schema/schema.ts';

/** The fields of requests that name columns by key. */
interface NamingInput {
  data?: Record<string, Cell>;
  rows?: Record<string, Cell>[];
  updates?: { row_id: string; data: Record<string, Cell> }[];
  filters?: Filter[];
  sort?: { column_key: string }[];
  group_by?: { column_key: string }[];
  aggregates?: { column_key?: string | undefined }[];
  fields?: string[];
  search_column?: string;
  key?: string;
  column_id?: string;
}

/** Names of fields of the row itself, which filters and sorts take too. */
const ownFields: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at']);

/**
 * Replaces names of columns in the fields of an input by their keys, where the table has no column of that key and exactly one
 * column of that label. A column by id may also be named by its key. Nested values are copied. Adds a sentence to `understood` for each
 * replaced name. Returns true if every name was exact, so that nothing was replaced and no name is unknown.
 */
export function resolveColumnNames(schema: Schema, input: NamingInput, understood: string[]): boolean {
  const resolvedNames = new Map<string, string>();
  let isExact = true;

  const readKey = columnKeyReader(schema, understood, resolvedNames);
  function keyOf(name: string): string {
    isExact &&= isKey(schema, name);
    return readKey(name);
  }

  /** Returns cells by key; a name whose column is there already stays, so that the request is refused. */
  function cellsByKey(cells: Record<string, Cell>): Record<string, Cell> {
    const names = Object.keys(cells);
    if (names.every((name) => schema.byKey.has(name))) return cells;
    isExact = false;
    const taken = new Set(names);
    const renamed = Object.entries(cells).map(([name, cell]): [string, Cell] => {
      const label = schema.byKey.has(name) ? undefined : (resolvedNames.get(name) ?? keyByLabel(schema, name));
      if (label === undefined || taken.has(label)) return [name, cell];
      taken.add(label);
      return [keyOf(name), cell];
    });
    return Object.fromEntries(renamed);
  }

  const named = <T extends { column_key?: string | undefined }>(list: T[]): T[] =>
    list.map((one) => (one.column_key === undefined ? one : { ...one, column_key: keyOf(one.column_key) }));

  if (input.data) input.data = cellsByKey(input.data);
  if (input.rows) input.rows = input.rows.map(cellsByKey);
  if (input.updates) input.updates = input.updates.map((update) => ({ ...update, data: cellsByKey(update.data) }));
  if (input.filters) input.filters = renameFilterColumns(input.filters, keyOf);
  if (input.sort) input.sort = named(input.sort);
  if (input.group_by) input.group_by = named(input.group_by);
  if (input.aggregates) input.aggregates = named(input.aggregates);
  if (input.fields) input.fields = input.fields.map(keyOf);
  if (input.search_column !== undefined) input.search_column = keyOf(input.search_column);
  if (input.rows && input.key !== undefined) input.key = keyOf(input.key);
  if (input.column_id !== undefined) {
    isExact &&= schema.byId.has(input.column_id);
    input.column_id = columnId(schema, input.column_id, understood);
  }
  return isExact;
}

const isKey = (schema: Schema, name: string): boolean => schema.byKey.has(name) || ownFields.has(name);

/**
 * Returns a function that reads the name of a column: its key, or its label where the table has no column of that key and exactly one
 * of that label. Any other name stays. Adds a sentence to `understood` for each label.
 */
export function columnKeyReader(schema: Schema, understood: string[], resolved = new Map<string, string>()): (name: string) => string {
  return function readKey(name) {
    if (isKey(schema, name)) return name;
    const key = resolved.get(name) ?? keyByLabel(schema, name) ?? name;
    if (key !== name && !resolved.has(name)) understood.push(`${JSON.stringify(name)} was read as the column ${key}`);
    resolved.set(name, key);
    return key;
  };
}

/** Returns the id of a column that is named by its key or its label; other texts stay. */
function columnId(schema: Schema, name: string, understood: string[]): string {
  if (schema.byId.has(name)) return name;
  const key = schema.byKey.has(name) ? name : keyByLabel(schema, name);
  const column = key === undefined ? undefined : schema.byKey.get(key);
  if (!column) return name;
  understood.push(`column_id: ${JSON.stringify(name)} was read as ${column.id}, the column ${column.key}`);
  return column.id;
}

/** Returns the key of the only column of a label, without regard to case. */
function keyByLabel(schema: Schema, name: string): string | undefined {
  const [column, ...others] = columnsByLabel(schema, name);
  return others.length === 0 ? column?.key : undefined;
}

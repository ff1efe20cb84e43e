import { type FieldError, invalidFields, MAX_LISTED_ERRORS } from '@space/contracts/core';
import { readOnlyTypes } from '@space/contracts/tables';
import { columnsByLabel } from '../schema/column-labels.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';

/** Column of each CSV field. Null if the field is ignored. */
export interface MappedHeader {
  readonly columns: readonly (Column | null)[];
  /** Headers without a writable column. */
  readonly ignored: readonly string[];
}

/**
 * Maps headers to columns: by `wanted`, then by key, then by label, ignoring case. A label of several columns is refused. Computed columns are ignored like
 * unknown ones, so that exports can be imported.
 */
export function mapHeader(schema: Schema, header: readonly string[], wanted: Readonly<Record<string, string>> = {}): MappedHeader {
  const errors: FieldError[] = [];
  const requested = new Map(Object.entries(wanted).map(([name, key]) => [name.trim().toLowerCase(), { name, key }]));
  const taken = new Map<Column, string>();
  const ignored: string[] = [];
  const columns = header.map((name) => {
    const request = requested.get(name.toLowerCase());
    const own = schema.byKey.get(name.toLowerCase());
    const labelled = request || own ? [] : columnsByLabel(schema, name);
    const column = request ? schema.byKey.get(request.key) : (own ?? labelled[0]);
    if (labelled.length > 1)
      errors.push({
        path: 'csv',
        code: 'ambiguous',
        message: `has the header "${name}", the label of the columns ${labelled[0]!.key} and ${labelled[1]!.key}; map it to a key with "columns"`,
      });
    if (request && !column) {
      // Comparing each unknown key with all columns is slow, and only the first errors are shown.
      const keys = errors.length < MAX_LISTED_ERRORS ? schema.byKey.keys() : [];
      errors.push(unknownColumnError(`columns.${request.name}`, request.key, keys));
    }
    if (request && column && readOnlyTypes.has(column.type))
      errors.push({
        path: `columns.${request.name}`,
        code: 'read_only_column',
        message: `cannot be "${request.key}", which is computed`,
      });
    if (!column || readOnlyTypes.has(column.type)) {
      if (!request && name !== '') ignored.push(name);
      return null;
    }
    if (taken.has(column))
      errors.push({
        path: 'csv',
        code: 'duplicate_column',
        message: `has two headers for ${column.key}: "${taken.get(column)}" and "${name}"`,
      });
    taken.set(column, name);
    return column;
  });
  const presentNames = new Set(header.map((name) => name.toLowerCase()));
  for (const [folded, { name }] of requested)
    if (!presentNames.has(folded)) errors.push({ path: `columns.${name}`, code: 'unknown_header', message: `is not a header of this CSV` });
  if (errors.length === 0 && taken.size === 0)
    errors.push({ path: 'csv', code: 'no_columns', message: `has no header that names a column; map headers to columns with "columns"` });
  if (errors.length > 0) throw invalidFields(errors);
  return { columns, ignored };
}

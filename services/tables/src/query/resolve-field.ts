import type { IndexKind } from '../schema/stored-cell-sql.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';
import { unqueryableReason } from './cell-sql.ts';
import { type Field, findField } from './field.ts';
import { isInverse } from './linked-row-tables.queries.ts';
import type { QueryContext } from './query-context.ts';

/** Returns the field that a key names. Records an error for an unknown key and for a field that SQL cannot query. */
export function resolveField(context: QueryContext, key: string, path: string): Field | undefined {
  const { schema, errors } = context;
  const field = findField(schema.byKey, key);
  if (!field) {
    errors.push(unknownColumnError(path, key, schema.byKey.keys()));
    return undefined;
  }
  const reason = field.column && unqueryableReason(context, field.column);
  if (!reason) return field;
  errors.push({ path, code: 'not_queryable', message: `cannot be "${key}", which ${reason}` });
  return undefined;
}

/** Records that an index of this kind on a field could speed up the statement. */
export function noteIndexUse(
  { volatile, index_uses }: QueryContext,
  { key, column }: Pick<Field, 'key' | 'column'>,
  kind: IndexKind,
): void {
  if (kind === 'moment') index_uses.push({ cid: column?.type ?? key, kind });
  else if (column && !volatile.has(column.id) && !isInverse(column)) index_uses.push({ cid: column.cid, kind });
}

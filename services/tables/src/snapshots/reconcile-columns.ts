import type { CommonQueryMethods } from 'slonik';
import { TABLE_DELETED } from '../schema/column-errors.ts';
import { isComputed } from '../schema/lookups.ts';
import { findExistingTables } from '../schema/schema.queries.ts';
import { type Counterpart, findCounterparts } from './linked-tables.queries.ts';
import type { StoredColumn } from './stored-schema.ts';

/** The error of an inverse column whose links were deleted. */
const COLUMN_DELETED = { code: 'unknown_column', message: 'The column whose links it shows was deleted.' };

/** The columns of a snapshot as they can exist today, and warnings about the differences. */
export interface ReconciledColumns {
  readonly columns: readonly StoredColumn[];
  /** Deleted inverse columns of other tables that are restored with their column. */
  readonly revived: readonly Counterpart[];
  readonly warnings: readonly string[];
}

/**
 * Reconciles the columns of a snapshot with the current state of other tables. A reference to a deleted table is
 * restored with an error. A reference without other side is restored as a plain reference. The status of computed
 * columns is left to compute/update-column-status.ts.
 */
export async function reconcileColumns(
  tx: CommonQueryMethods,
  { space_id, table_id }: { space_id: string; table_id: string },
  live: readonly StoredColumn[],
  wanted: readonly StoredColumn[],
): Promise<ReconciledColumns> {
  const own = new Set(wanted.map(({ id }) => id));
  const liveById = new Map(live.map((column) => [column.id, column]));
  const references = wanted.flatMap(({ reference }) => (reference ? [reference] : []));
  const tables = new Set(
    await findExistingTables(
      tx,
      space_id,
      references.map((reference) => reference.table_id),
    ),
  );
  const partners = references.flatMap((reference) => reference.symmetric_column_id ?? []);
  const counterparts = new Map((await findCounterparts(tx, space_id, partners)).map((column) => [column.id, column]));
  const warnings: string[] = [];
  const revived: Counterpart[] = [];

  /** Returns true if the other side of a reference exists or is restored with it. */
  const hasPartner = (column: StoredColumn): boolean => {
    const { symmetric_column_id: partner, table_id: other, is_inverse } = column.reference!;
    if (partner === null) return false;
    if (other === table_id) return own.has(partner);
    const found = counterparts.get(partner);
    const isTied = found?.reference?.table_id === table_id && [null, column.id].includes(found.reference.symmetric_column_id);
    if (!found || !isTied) return false;
    if (found.is_live) return true;
    if (is_inverse || !found.reference!.is_inverse || found.is_key_taken) return false;
    revived.push(found);
    return true;
  };

  const reconcileReference = (column: StoredColumn): StoredColumn => {
    const reference = column.reference!;
    const isThere = tables.has(reference.table_id);
    const isWhole = isThere && hasPartner(column);
    const isEmpty = reference.is_inverse && !isWhole;
    if (!isThere)
      warnings.push(`The column ${column.label} points to a table that was deleted; its cells are restored, but link to no row.`);
    else if (isEmpty) warnings.push(`The column ${column.label} shows the links of a column that was deleted, so it is empty.`);
    else if (reference.symmetric_column_id !== null && !isWhole)
      warnings.push(`The links of ${column.label} no longer show in the other table: the column there was deleted.`);
    const error = isThere ? (isEmpty ? COLUMN_DELETED : null) : TABLE_DELETED;
    const symmetric_column_id = isWhole ? reference.symmetric_column_id : null;
    return { ...column, reference: { ...reference, symmetric_column_id }, status: error ? 'error' : 'ok', error };
  };

  const columns = wanted.map((column) => {
    if (column.reference) return reconcileReference(column);
    const { status, error } = liveById.get(column.id) ?? { status: 'ok', error: null };
    return isComputed(column) ? { ...column, status, error } : column;
  });
  return { columns, revived, warnings };
}

import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { isComputed, readsOtherRows } from '../schema/lookups.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { findReads, type Read, saveColumnStatus } from './dependencies.queries.ts';
import { findAffectedColumns, lockTables } from './dependencies.ts';
import { createMatchIndexes } from './match-indexes.queries.ts';
import { type ComputePlan, loadComputePlan } from './plan.ts';
import { type RollupFunction, rollupType } from './rollup-function.ts';

type ColumnError = { readonly code: string; readonly message: string };

/**
 * Updates the status of these columns and of all columns that read them. Returns the columns to recompute: the given
 * ones, readers of given ones that are plain or deleted, and those whose status changed.
 */
export async function updateColumnStatus(
  tx: CommonQueryMethods,
  at: Pick<Schema, 'space_id' | 'table_id'>,
  columnIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const plan = await loadComputePlan(tx, at);
  await lockTables(tx, at.space_id, [...plan.tables.keys()]);
  const columns = new Map(
    [...plan.tables.values()].flatMap((schema) => schema.columns.map((column) => [column.id, { schema, column }] as const)),
  );
  const affected = await findAffectedColumns(tx, at.space_id, columnIds);
  const reads = Map.groupBy(await findReads(tx, at.space_id, affected), ({ column_id }) => column_id);
  const given = new Set(columnIds);
  const isGivenAndPlain = (id: string) => given.has(id) && !(columns.has(id) && isComputed(columns.get(id)!.column));
  const isBroken = new Map(
    [...columns].flatMap(([id, { column }]) => (column.status === 'error' ? [[id, true] as [string, boolean]] : [])),
  );
  const roots = new Set<string>();
  for (const id of affected) {
    const found = columns.get(id);
    if (!found || !isComputed(found.column)) continue;
    const columnError = findColumnError(plan, found.schema, found.column, reads.get(id) ?? [], columns, isBroken);
    isBroken.set(id, columnError !== null);
    const isChanged = await saveStatus(tx, found.schema, found.column, columnError);
    if (isChanged || given.has(id) || (reads.get(id) ?? []).some((read) => isGivenAndPlain(read.id))) roots.add(id);
  }
  await createMatchIndexes(
    tx,
    [...roots].flatMap((id) => plan.lookups.get(id) ?? []),
  );
  return roots;
}

function findColumnError(
  plan: ComputePlan,
  schema: Schema,
  column: Column,
  reads: readonly z.infer<typeof Read>[],
  columns: ReadonlyMap<string, { readonly column: Column }>,
  isBroken: ReadonlyMap<string, boolean>,
): ColumnError | null {
  const missing = reads.find(({ id }) => !columns.has(id));
  if (missing?.key === null) return { code: 'unknown_column', message: 'It reads a table that was deleted.' };
  if (missing) return { code: 'unknown_column', message: `It reads the column ${missing.key}, which was deleted.` };
  const bad = reads.find(({ id }) => isBroken.get(id));
  if (bad) return { code: 'broken_column', message: `It reads the column ${bad.key ?? bad.id}, which cannot be computed.` };
  if (column.type === 'formula') {
    const error = compiledFormulasOf(schema).broken.get(column.id);
    return error === undefined ? null : { code: 'broken_formula', message: error };
  }
  const link = readsOtherRows(column) ? plan.lookups.get(column.id) : undefined;
  if (!link) return { code: 'unknown_column', message: 'A column or table that it reads was deleted.' };
  const fits = column.type === 'rollup' ? rollupType(link.config.function as RollupFunction, link.target) : null;
  return typeof fits === 'string' ? { code: 'wrong_type', message: `Its function does not fit any more: ${fits}.` } : null;
}

/** Saves the status of a column and the current value type of a formula. Returns true if one of them changed. */
async function saveStatus(tx: CommonQueryMethods, schema: Schema, column: Column, columnError: ColumnError | null): Promise<boolean> {
  const formula = column.type === 'formula' ? compiledFormulasOf(schema).byId.get(column.id) : undefined;
  const valueType = columnError ? column.value_type : (formula?.value_type ?? column.value_type);
  const isError = column.status === 'error';
  if ((columnError ? isError && column.error?.message === columnError.message : !isError) && valueType === column.value_type) return false;
  await saveColumnStatus(tx, schema.space_id, column.id, {
    value_type: valueType,
    status: columnError ? 'error' : isError ? 'ok' : column.status,
    error: columnError,
  });
  return true;
}

import { MAX_SYNC_ROWS } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { hasNoDependents, lockComputedTables } from '../compute/plan.ts';
import { enqueueRows, recomputeDependents, recomputeRows, startRecompute } from '../compute/recompute.ts';
import type { RowChange } from '../compute/row-change.ts';
import { compiledFormulasOf } from '../formulas/compiled-formulas.ts';
import { evaluateForCall } from '../formulas/evaluate-formulas.ts';
import { NO_TIME } from '../formulas/evaluate-row.ts';
import { isComputed } from '../schema/lookups.ts';
import type { Schema } from '../schema/schema.ts';
import type { ColumnPlan } from './column-plan.ts';
import { findReplacedVersions, findRestoredRows, type RestoredRows } from './restore-rows.queries.ts';

/**
 * Recomputes cells that a restore may have left stale, in this table and in tables that read it. If few rows changed,
 * only these and their dependents are recomputed. If columns or many rows changed, whole columns are. It skips the
 * columns in `broken`.
 */
export async function recomputeAfterRestore(
  tx: CommonQueryMethods,
  schema: Schema,
  plan: ColumnPlan,
  rows: RestoredRows,
  broken: ReadonlySet<string>,
): Promise<void> {
  const changed = [...plan.removed, ...plan.reinstated, ...plan.reverted].map(({ id }) => id);
  const count = rows.reinstated + rows.reverted + rows.removed;
  const own = schema.columns.filter(isComputed).map(({ id }) => id);
  if (changed.length > 0) return startRecompute(tx, schema, without([...changed, ...own], broken));
  // Formulas without dependents read only their own row, which was restored as a whole.
  if (count === 0 || (await hasNoDependents(tx, schema))) return;
  if (count > MAX_SYNC_ROWS) {
    const all = schema.columns.map(({ id }) => id);
    return startRecompute(tx, schema, without(all, broken));
  }
  const before = await findReplacedVersions(tx, schema, rows.at);
  const after = await findRestoredRows(tx, schema, rows.at);
  const computing = await lockComputedTables(tx, schema);
  const now = computing.tables.get(schema.table_id)!;
  const { ordered } = compiledFormulasOf(now);
  const { left_ids } = await recomputeRows(tx, computing, now, ordered, [...after.keys()], NO_TIME, evaluateForCall());
  await enqueueRows(tx, now, ordered, left_ids);
  const restored = await findRestoredRows(tx, schema, rows.at);
  const changes: RowChange[] = [...new Set([...before.keys(), ...restored.keys()])].map((row_id) => ({
    row_id,
    before: before.get(row_id) ?? null,
    after: restored.get(row_id) ?? null,
  }));
  await recomputeDependents(tx, schema, changes, NO_TIME);
}

const without = (ids: readonly string[], broken: ReadonlySet<string>) => [...new Set(ids)].filter((id) => !broken.has(id));

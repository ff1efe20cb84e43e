import type { CommonQueryMethods } from 'slonik';
import { softDeleteColumn } from '../columns/columns.queries.ts';
import { onColumnDeleted, onColumnRestored } from '../compute/broken-columns.ts';
import { loadComputePlan } from '../compute/plan.ts';
import { readsOtherRows } from '../schema/lookups.ts';
import { bumpSchemaVersion } from '../schema/schema.queries.ts';
import { findCounterparts, setSymmetricColumn, undeleteColumn } from './linked-tables.queries.ts';
import type { ReconciledColumns } from './reconcile-columns.ts';
import type { RestoreTarget } from './restore-columns.queries.ts';
import type { StoredColumn } from './stored-schema.ts';

/** A column of this table and the column of another table with the same links. */
type Pair = readonly [own: string, other: string];

const pairsOf = (table: string, columns: readonly StoredColumn[]): Pair[] =>
  columns.flatMap(({ id, reference }) =>
    reference?.symmetric_column_id && reference.table_id !== table ? [[id, reference.symmetric_column_id] as const] : [],
  );

/** Returns the pairs of one list that the other lacks. */
const without = (pairs: readonly Pair[], others: readonly Pair[]): Pair[] =>
  pairs.filter(([own, other]) => !others.some((pair) => pair[0] === own && pair[1] === other));

/**
 * Returns the other tables that a restore affects: tables that compute cells from this one or the other way round,
 * before or after the restore, and tables that its references link to.
 */
export async function findLinkedTables(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<RestoreTarget, 'space_id' | 'table_id'>,
  live: readonly StoredColumn[],
  wanted: readonly StoredColumn[],
): Promise<ReadonlySet<string>> {
  const all = [...live, ...wanted];
  const pairs = pairsOf(table_id, wanted);
  const tied = [...without(pairsOf(table_id, live), pairs), ...without(pairs, pairsOf(table_id, live))];
  const linked = new Set(
    (
      await findCounterparts(
        tx,
        space_id,
        tied.map(([, other]) => other),
      )
    ).map((column) => column.table_id),
  );
  const links = all.filter(readsOtherRows);
  const read = links.length === 0 ? [] : all.flatMap(({ reference, config }) => [reference?.table_id, config.table_id]);
  for (const at of new Set([table_id, ...read.filter((id) => typeof id === 'string')]))
    for (const id of (await loadComputePlan(tx, { space_id, table_id: at })).tables.keys()) linked.add(id);
  linked.delete(table_id);
  return linked;
}

/**
 * Updates the other sides of references. An inverse column is deleted and restored together with its reference column.
 * A column whose inverse column was deleted is unlinked, and linked again when it returns. The caller holds the locks
 * of these tables and of schema changes.
 */
export async function updateLinkedTables(
  tx: CommonQueryMethods,
  { space_id, table_id, now }: RestoreTarget,
  live: readonly StoredColumn[],
  { columns, revived }: ReconciledColumns,
): Promise<void> {
  const before = pairsOf(table_id, live);
  const after = pairsOf(table_id, columns);
  const untied = without(before, after);
  const tied = without(after, before);
  const partners = new Map(
    (
      await findCounterparts(
        tx,
        space_id,
        [...untied, ...tied].map(([, other]) => other),
      )
    ).map((column) => [column.id, column]),
  );
  const changed = new Set<string>();
  for (const [, other] of untied) {
    const partner = partners.get(other);
    if (!partner?.is_live) continue;
    changed.add(partner.table_id);
    if (!partner.reference?.is_inverse) await setSymmetricColumn(tx, space_id, other, { to: null, now });
    else {
      await softDeleteColumn(tx, space_id, other, now);
      await onColumnDeleted(tx, space_id, other);
    }
  }
  for (const [own, other] of tied) {
    changed.add(partners.get(other)!.table_id);
    await setSymmetricColumn(tx, space_id, other, { to: own, now });
    if (!revived.some(({ id }) => id === other)) continue;
    await undeleteColumn(tx, space_id, other);
    await onColumnRestored(tx, space_id, other);
  }
  for (const other of changed) await bumpSchemaVersion(tx, space_id, other, now);
}

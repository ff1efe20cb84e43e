import { isDeepStrictEqual } from 'node:util';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { compiledFormulasOf, withDependents } from '../formulas/compiled-formulas.ts';
import { createCellsBuilder, NO_TIME } from '../formulas/evaluate-row.ts';
import { isComputed } from '../schema/lookups.ts';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Column, Schema, StoredRow } from '../schema/schema.ts';
import { type AffectedRows, findAffectedRows } from './affected-rows.ts';
import { computeColumn } from './compute-rows.ts';
import { type ComputePlan, hasNoDependents, lockComputedTables } from './plan.ts';
import { enqueueJob } from './recompute-jobs.queries.ts';
import type { RowChange } from './row-change.ts';
import { updateColumnStatus } from './update-column-status.ts';

/** Rows that a write works out beside its own at most; the rest is done in the background. */
export const MAX_SYNC_ROWS = 1_000;

/**
 * Works out again what other rows, of this table or of others, have from these: the first `MAX_SYNC_ROWS` in this transaction,
 * breadth first over chains, the rest as jobs. Only `computed` and `errors` change: no new version, no history, no event.
 * The rows are in the row_table as they are after the change. Answers the rows among `changes` whose cells it changed.
 */
export async function recomputeDependents(
  tx: CommonQueryMethods,
  schema: Schema,
  changes: readonly RowChange[],
  now: number,
): Promise<ReadonlyMap<string, StoredRow>> {
  if (changes.length === 0 || (await hasNoDependents(tx, schema))) return new Map();
  const plan = await lockComputedTables(tx, schema);
  const own = new Set(changes.map(({ row_id }) => row_id));
  const again = await propagate(tx, plan, new Map([[schema.table_id, changes]]), now);
  return new Map((again.get(schema.table_id) ?? []).flatMap(({ row_id, after }) => (own.has(row_id) && after ? [[row_id, after]] : [])));
}

/** Carries changes on to all rows that read them. Answers the changes it made itself, by table. */
export async function propagate(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  changes: ReadonlyMap<string, readonly RowChange[]>,
  now: number,
): Promise<ReadonlyMap<string, readonly RowChange[]>> {
  const made = new Map<string, RowChange[]>();
  let left = MAX_SYNC_ROWS;
  let wave = changes;
  while (wave.size > 0) {
    const next = new Map<string, RowChange[]>();
    for (const due of await findAffectedRows(tx, plan, wave)) {
      const schema = plan.tables.get(due.table_id)!;
      const columns = withDependents(schema, due.columns);
      const ids = due.rows === 'all' ? [] : [...due.rows].toSorted();
      const atOnce = ids.slice(0, left);
      left -= atOnce.length;
      if (due.rows === 'all' || ids.length > atOnce.length)
        await enqueueRecompute(tx, schema, columns, due.rows === 'all' ? due : { ...due, rows: new Set(ids.slice(atOnce.length)) });
      const changed = await recomputeRows(tx, plan, schema, columns, atOnce, now);
      if (changed.length === 0) continue;
      next.set(due.table_id, changed);
      made.set(due.table_id, [...(made.get(due.table_id) ?? []), ...changed]);
    }
    wave = next;
  }
  return made;
}

async function enqueueRecompute(tx: CommonQueryMethods, schema: Schema, columns: readonly Column[], { rows }: AffectedRows): Promise<void> {
  const ids = columns.map(({ id }) => id);
  if (rows === 'all') await enqueueJob(tx, schema, ids, null, await countRows(tx, schema));
  else await enqueueJob(tx, schema, ids, [...rows], rows.size);
}

/** The rows of a table. */
const countRows = (tx: CommonQueryMethods, { table_id }: Schema) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select greatest(coalesce(sum(delta), 0), 0)::bigint as count from tables.row_count_delta where table_id = ${table_id}`);

/** The ids of the rows of a table in their order, or undefined when there are more than are worked out at once. */
async function findFewRowIds(tx: CommonQueryMethods, { row_table }: Schema): Promise<readonly string[] | undefined> {
  const ids = await tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from ${rowTableSql(row_table)} order by id limit ${MAX_SYNC_ROWS + 1}`);
  return ids.length > MAX_SYNC_ROWS ? undefined : ids;
}

/** Works out columns of some rows, which are locked in the order of their ids, and answers those that became different. */
export async function recomputeRows(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  schema: Schema,
  columns: readonly Column[],
  ids: readonly string[],
  now: number,
): Promise<RowChange[]> {
  if (ids.length === 0 || columns.length === 0) return [];
  const rows = await tx.any(sql.type(RowTableRow)`
    select ${rowColumnsSql} from ${rowTableSql(schema.row_table)} where id = any(${sql.array([...ids], 'text')}) order by id for no key update`);
  const all = rows.map((row) => createCellsBuilder<StoredRow>(row, row.computed, row.errors));
  for (const column of columns) await computeColumn(tx, plan, schema, column, all, now);
  const changes = all.flatMap((cells, index) => {
    const before = rows[index]!;
    const after = { ...before, ...cells.build() };
    return columns.every(({ cid }) => isSame(before, after, cid)) ? [] : [{ row_id: before.id, before, after }];
  });
  if (changes.length > 0)
    await tx.query(sql.typeAlias('void')`
      update ${rowTableSql(schema.row_table)} as h set computed = c.computed, errors = c.errors
      from jsonb_to_recordset(${JSON.stringify(changes.map(({ after }) => ({ id: after.id, computed: after.computed, errors: after.errors })))}::jsonb)
        as c (id text, computed jsonb, errors jsonb)
      where h.id = c.id`);
  return changes;
}

const isSame = (before: StoredRow, after: StoredRow, cid: string): boolean =>
  isDeepStrictEqual(before.computed[cid], after.computed[cid]) && isDeepStrictEqual(before.errors?.[cid], after.errors?.[cid]);

/**
 * Works out new or changed columns, and what reads them: at once when their table is small, else in the background. Of a
 * column that is not computed, or that was deleted, what reads it is worked out. Columns that can no longer work become
 * broken and lose their values; those that can again heal. The caller holds the lock of schema changes.
 */
export async function startRecompute(
  tx: CommonQueryMethods,
  { space_id, table_id }: Pick<Schema, 'space_id' | 'table_id'>,
  columnIds: readonly string[],
): Promise<void> {
  const roots = await updateColumnStatus(tx, { space_id, table_id }, columnIds);
  const plan = await lockComputedTables(tx, { space_id, table_id });
  await recomputeColumns(tx, plan, roots);
}

/** Works out columns of all rows, each behind those it reads: at once where the table is small, else in the background. */
export async function recomputeColumns(tx: CommonQueryMethods, plan: ComputePlan, columnIds: Iterable<string>): Promise<void> {
  const roots = new Set(columnIds);
  for (const schema of plan.tables.values()) {
    const stored = new Set(compiledFormulasOf(schema).ordered);
    const wanted = schema.columns.filter((column) => roots.has(column.id) && isComputed(column));
    if (wanted.length === 0) continue;
    // A formula that has begun to look at the time is no longer stored: what is there must go.
    const gone = wanted.filter((column) => !stored.has(column));
    const columns = withDependents(schema, new Set(wanted.map(({ id }) => id)));
    const ids = await findFewRowIds(tx, schema);
    if (!ids) {
      const all = [...columns, ...gone].map(({ id }) => id);
      await enqueueJob(tx, schema, all, null, await countRows(tx, schema));
      continue;
    }
    await clearCells(tx, schema, gone, ids);
    const changes = await recomputeRows(tx, plan, schema, columns, ids, NO_TIME);
    if (changes.length > 0) await propagate(tx, plan, new Map([[schema.table_id, changes]]), NO_TIME);
  }
}

/** Takes the cells of columns away that are no longer stored. */
export async function clearCells(
  tx: CommonQueryMethods,
  { row_table }: Schema,
  columns: readonly Column[],
  ids: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  const cids = sql.array(
    columns.map(({ cid }) => cid),
    'text',
  );
  await tx.query(sql.typeAlias('void')`
    update ${rowTableSql(row_table)} set computed = computed - ${cids}, errors = nullif(errors - ${cids}, '{}')
    where id = any(${sql.array([...ids], 'text')}) and (computed ?| ${cids} or errors ?| ${cids})`);
}

import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { inputCell } from '../formulas/evaluate-row.ts';
import { type Lookup, linkedIds } from '../schema/lookups.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { isSameCell } from './compute-rows.ts';
import { cellsMatchSql, rowCellSql } from './lookup-cells.ts';
import type { ComputePlan } from './plan.ts';
import type { RowChange } from './row-change.ts';

/** Rows that are told one by one; where more are due, all rows of the table are. */
const MAX_LISTED = 10_000;

/** Rows of a table that read something that changed, and their columns that do. */
export interface AffectedRows {
  readonly table_id: string;
  readonly columns: ReadonlySet<string>;
  readonly rows: ReadonlySet<string> | 'all';
}

/** Which rows have to be worked out again after these changes, by table in the order of their ids. */
export async function findAffectedRows(
  tx: CommonQueryMethods,
  plan: ComputePlan,
  changes: ReadonlyMap<string, readonly RowChange[]>,
): Promise<AffectedRows[]> {
  const due = new Map<string, { columns: Set<string>; rows: Set<string> | 'all' }>();
  for (const [table, changed] of changes)
    for (const link of plan.lookupsByTable.get(table) ?? []) {
      if (link.column.status === 'error') continue;
      const touched = changed.filter((change) => canAffect(link, change));
      if (touched.length === 0) continue;
      const schema = plan.tables.get(link.column.table_id)!;
      const rows = await findReaders(tx, schema, link, touched);
      if (rows.length === 0) continue;
      const known = due.get(schema.table_id) ?? { columns: new Set<string>(), rows: new Set<string>() };
      known.columns.add(link.column.id);
      known.rows = known.rows === 'all' || rows.length > MAX_LISTED ? 'all' : known.rows.union(new Set(rows));
      if (known.rows !== 'all' && known.rows.size > MAX_LISTED) known.rows = 'all';
      due.set(schema.table_id, known);
    }
  return [...due].map(([table_id, rest]) => ({ table_id, ...rest })).toSorted((a, b) => (a.table_id < b.table_id ? -1 : 1));
}

/** Whether a change of a row can change what a link finds in it. */
const canAffect = ({ watched }: Lookup, { before, after }: RowChange): boolean =>
  !before || !after || watched.some((column) => !isSameCell(column, before, after));

/** The rows whose link finds, or found, one of these rows. */
async function findReaders(
  tx: CommonQueryMethods,
  schema: Schema,
  { path }: Lookup,
  changes: readonly RowChange[],
): Promise<readonly string[]> {
  const versions = changes.flatMap(({ before, after }) => [before, after].filter((row): row is StoredRow => row !== null));
  if (path.kind === 'inverse') return [...new Set(versions.flatMap((row) => linkedIds(row.data[path.symmetric.cid])))];
  if (path.kind === 'forward') {
    const ids = sql.array(
      changes.map(({ row_id }) => row_id),
      'text',
    );
    return found(
      tx,
      schema,
      sql.fragment`unnest(${ids}) as l (id)`,
      sql.fragment`(r.data->${sql.literalValue(path.reference.cid)}) @> jsonb_build_array(l.id)`,
    );
  }
  const tuples = new Map<string, string[]>();
  for (const row of versions) {
    const cells = path.pairs.map(({ theirs }) => inputCell(row, theirs));
    if (cells.includes(null)) continue;
    const tuple = cells.map((cell) => JSON.stringify(cell));
    tuples.set(tuple.join(' '), tuple);
  }
  if (tuples.size === 0) return [];
  const names = path.pairs.map((_, index) => sql.identifier([`v${index}`]));
  return found(
    tx,
    schema,
    sql.fragment`${sql.unnest(
      [...tuples.values()],
      path.pairs.map(() => 'jsonb' as const),
    )} as l (${sql.join(names, sql.fragment`, `)})`,
    sql.fragment`${sql.join(
      path.pairs.map((pair, index) => cellsMatchSql(pair, rowCellSql(pair.own), sql.fragment`l.${names[index]!}`)),
      sql.fragment` and `,
    )}`,
  );
}

const found = (tx: CommonQueryMethods, { row_table }: Schema, from: FragmentSqlToken, on: FragmentSqlToken) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select distinct r.id from ${from} join ${rowTableSql(row_table)} as r on ${on} limit ${MAX_LISTED + 1}`);

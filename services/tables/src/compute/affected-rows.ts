import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { cellOf } from '../formulas/evaluate-row.ts';
import { idsIn, type Link } from '../schema/lookups.ts';
import { heapTable } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { isSameCell } from './compute-rows.ts';
import { equals, heapCell } from './lookup-cells.ts';
import type { Plan } from './plan.ts';
import type { RowChange } from './row-change.ts';

/** Rows that are told one by one; where more are due, all rows of the table are. */
const TOLD = 10_000;

/** Rows of a table that read something that changed, and their columns that do. */
export interface Due {
  readonly table_id: string;
  readonly columns: ReadonlySet<string>;
  readonly rows: ReadonlySet<string> | 'all';
}

/** Which rows have to be worked out again after these changes, by table in the order of their ids. */
export async function dueRows(tx: CommonQueryMethods, plan: Plan, changes: ReadonlyMap<string, readonly RowChange[]>): Promise<Due[]> {
  const due = new Map<string, { columns: Set<string>; rows: Set<string> | 'all' }>();
  for (const [table, changed] of changes)
    for (const link of plan.readersOf.get(table) ?? []) {
      if (link.column.status === 'error') continue;
      const touched = changed.filter((change) => isTouched(link, change));
      if (touched.length === 0) continue;
      const schema = plan.tables.get(link.column.table_id)!;
      const rows = await readersOf(tx, schema, link, touched);
      if (rows.length === 0) continue;
      const known = due.get(schema.table_id) ?? { columns: new Set<string>(), rows: new Set<string>() };
      known.columns.add(link.column.id);
      known.rows = known.rows === 'all' || rows.length > TOLD ? 'all' : known.rows.union(new Set(rows));
      if (known.rows !== 'all' && known.rows.size > TOLD) known.rows = 'all';
      due.set(schema.table_id, known);
    }
  return [...due].map(([table_id, rest]) => ({ table_id, ...rest })).toSorted((a, b) => (a.table_id < b.table_id ? -1 : 1));
}

/** Whether a change of a row can change what a link finds in it. */
const isTouched = ({ watched }: Link, { before, after }: RowChange): boolean =>
  !before || !after || watched.some((column) => !isSameCell(column, before, after));

/** The rows whose link finds, or found, one of these rows. */
async function readersOf(tx: CommonQueryMethods, schema: Schema, { way }: Link, changes: readonly RowChange[]): Promise<readonly string[]> {
  const versions = changes.flatMap(({ before, after }) => [before, after].filter((row): row is StoredRow => row !== null));
  if (way.kind === 'mirror') return [...new Set(versions.flatMap((row) => idsIn(row.data[way.symmetric.cid])))];
  if (way.kind === 'forward') {
    const ids = sql.array(
      changes.map(({ row_id }) => row_id),
      'text',
    );
    return found(
      tx,
      schema,
      sql.fragment`unnest(${ids}) as l (id)`,
      sql.fragment`(r.data->${sql.literalValue(way.reference.cid)}) @> jsonb_build_array(l.id)`,
    );
  }
  const tuples = new Map<string, string[]>();
  for (const row of versions) {
    const cells = way.pairs.map(({ theirs }) => cellOf(row, theirs));
    if (cells.includes(null)) continue;
    const tuple = cells.map((cell) => JSON.stringify(cell));
    tuples.set(tuple.join(' '), tuple);
  }
  if (tuples.size === 0) return [];
  const names = way.pairs.map((_, index) => sql.identifier([`v${index}`]));
  return found(
    tx,
    schema,
    sql.fragment`${sql.unnest(
      [...tuples.values()],
      way.pairs.map(() => 'jsonb' as const),
    )} as l (${sql.join(names, sql.fragment`, `)})`,
    sql.fragment`${sql.join(
      way.pairs.map((pair, index) => equals(pair, heapCell(pair.own), sql.fragment`l.${names[index]!}`)),
      sql.fragment` and `,
    )}`,
  );
}

const found = (tx: CommonQueryMethods, { heap }: Schema, from: FragmentSqlToken, on: FragmentSqlToken) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select distinct r.id from ${from} join ${heapTable(heap)} as r on ${on} limit ${TOLD + 1}`);

import type { CommonQueryMethods } from 'slonik';
import type { Lookup } from '../schema/lookups.ts';
import { findReaders } from './affected-rows.queries.ts';
import { isSameCell } from './compute-rows.ts';
import type { ComputePlan } from './plan.ts';
import type { RowChange } from './row-change.ts';

/** Affected rows that are listed by id; if there are more, all rows of the table count as affected. */
const MAX_LISTED = 10_000;

/** Rows of a table that read changed cells, and the columns through which they do. */
export interface AffectedRows {
  readonly table_id: string;
  readonly columns: ReadonlySet<string>;
  readonly rows: ReadonlySet<string> | 'all';
}

/** Returns the rows to recompute after these changes, by table in the order of table ids. */
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
      const rows = await findReaders(tx, schema, link, touched, MAX_LISTED + 1);
      if (rows.length === 0) continue;
      const known = due.get(schema.table_id) ?? { columns: new Set<string>(), rows: new Set<string>() };
      known.columns.add(link.column.id);
      known.rows = known.rows === 'all' || rows.length > MAX_LISTED ? 'all' : known.rows.union(new Set(rows));
      if (known.rows !== 'all' && known.rows.size > MAX_LISTED) known.rows = 'all';
      due.set(schema.table_id, known);
    }
  return [...due].map(([table_id, rest]) => ({ table_id, ...rest })).toSorted((a, b) => (a.table_id < b.table_id ? -1 : 1));
}

/** Returns true if a change of a row can change the value of a lookup that reads it. */
const canAffect = ({ watched }: Lookup, { before, after }: RowChange): boolean =>
  !before || !after || watched.some((column) => !isSameCell(column, before, after));

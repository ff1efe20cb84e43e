import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Cells of the row `r` in the forms that comparisons read. Postgres computes each form once per row, for any number of comparisons. */
export interface SharedCells {
  /** Returns a cell in one form. Throws if the name stands for another value already, which would be a bug. */
  readonly share: (name: string, value: FragmentSqlToken) => FragmentSqlToken;
  /** Builds a condition on the row `r` from one that reads shared cells. */
  readonly conditionSql: (condition: FragmentSqlToken) => FragmentSqlToken;
}

/** Creates the shared cells of one condition. */
export function createSharedCells(): SharedCells {
  const values = new Map<string, { readonly column: FragmentSqlToken; readonly value: FragmentSqlToken }>();
  return { share, conditionSql };

  function share(name: string, value: FragmentSqlToken): FragmentSqlToken {
    const known = values.get(name);
    if (known && known.value.sql !== value.sql) throw new Error(`Two different cells of a condition are named "${name}".`);
    const column = known?.column ?? sql.fragment`${sql.identifier([`v${values.size}`])}`;
    values.set(name, { column, value });
    return sql.fragment`shared.${column}`;
  }

  // `offset 0` stops Postgres from copying the expressions into each comparison.
  function conditionSql(condition: FragmentSqlToken): FragmentSqlToken {
    if (values.size === 0) return sql.fragment`(select ${condition} from ${wholeRow})`;
    const columns = [...values.values()].map(({ column, value }) => sql.fragment`${value} as ${column}`);
    return sql.fragment`(select ${condition} from ${wholeRow}
      cross join lateral (select ${sql.join(columns, sql.fragment`, `)} offset 0) as shared)`;
  }
}

/** The row `r` with its cells decompressed once: a concatenation returns them as they are in memory. */
const wholeRow = sql.fragment`(select r.id, r.created_at, r.updated_at, r.created_by, r.updated_by,
  r.data || '{}'::jsonb as data, r.computed || '{}'::jsonb as computed offset 0) as r`;

import { sql } from './database.ts';

/** The Postgres types of columns, by column name. */
export type ColumnTypes<Name extends string> = Readonly<Record<Name, ColumnType>>;

type ColumnType = 'text' | 'int4' | 'int8' | 'float8' | 'bool' | 'jsonb' | 'json' | 'timestamptz' | 'date' | 'bytea' | 'xid8';

/** A value of a column; `undefined` becomes null, and JSON is given as its text. */
type ColumnValue = string | number | boolean | bigint | Buffer | null | undefined;

/**
 * Builds `unnest(…) as alias (columns…)`: a table of values with one array parameter per column, so that a statement has
 * the same text for any number of rows. The columns come in the order of `types`.
 */
export function unnestRows<Name extends string>(
  rows: readonly Readonly<Record<Name, ColumnValue>>[],
  types: ColumnTypes<Name>,
  alias: string,
) {
  const names = Object.keys(types) as Name[];
  const table = sql.unnest(
    rows.map((row) => names.map((name) => row[name] ?? null)),
    names.map((name) => types[name]),
  );
  const columns = sql.join(
    names.map((name) => sql.identifier([name])),
    sql.fragment`, `,
  );
  return sql.fragment`${table} as ${sql.identifier([alias])} (${columns})`;
}

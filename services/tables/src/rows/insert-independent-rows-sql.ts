import { sql } from '@space/database';
import { columnRolesOf } from '../schema/column-roles.ts';
import { writersLockSql } from '../schema/locks.queries.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { sortByUniqueCells } from './unique-order.ts';

const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text');

/** Returns the insert of new rows, sorted by their unique cells: it takes the writers' lock, allocates versions and returns them as `seq`. */
export function insertionSql(schema: Schema, given: readonly StoredRow[], now: string) {
  const rows = sortByUniqueCells(schema, given);
  const by = JSON.stringify(rows[0]!.created_by);
  const hasComputed = columnRolesOf(schema).has_computed;
  // The statement takes the lock before it allocates a version: versions are allocated per row of the join, and the
  // join is empty without the lock.
  return sql.fragment`
    insert into ${rowTableSql(schema.row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
    select r.id, nextval('tables.row_seq'), ${now}::timestamptz, ${now}::timestamptz, ${by}::jsonb, ${by}::jsonb, r.data::jsonb,
      ${hasComputed ? sql.fragment`r.computed::jsonb, r.errors::jsonb` : sql.fragment`'{}'::jsonb, null`}
    from (${writersLockSql(schema)}) as guard cross join unnest(
      ${texts(rows.map(({ id }) => id))}, ${texts(rows.map(({ data }) => JSON.stringify(data)))}
      ${
        hasComputed
          ? sql.fragment`, ${texts(rows.map(({ computed }) => JSON.stringify(computed)))}, ${texts(rows.map(({ errors }) => errors && JSON.stringify(errors)))}`
          : sql.fragment``
      }) as r (id, data ${hasComputed ? sql.fragment`, computed, errors` : sql.fragment``})
    returning seq`;
}

/** Returns the expression that counts the rows that `change` inserted, as a common table expression. */
export const countInsertedSql = ({ table_id }: Schema) => sql.fragment`counted as (
  insert into tables.row_count_delta (table_id, delta) select ${table_id}, count(*) from change having count(*) > 0)`;

/** The version of the single row that `change` inserted. */
export const insertedVersionSql = sql.fragment`change.seq`;

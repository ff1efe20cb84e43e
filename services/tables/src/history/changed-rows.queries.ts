import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { stateOfRowSql } from './row-states-sql.ts';
import type { WantedVersion } from './row-versions.queries.ts';

/** The state of a row since a change (row-states-sql.ts). */
const RowState = z.enum(['undone', 'unchanged', 'missing', 'conflict']);

/** The state of a row since a change: as before it, as it left the row, deleted, or changed again. */
export type RowState = z.infer<typeof RowState>;

const Change = z.object({ seq: z.number(), change_seq: z.number().nullable(), created_at: z.number() });

/** A snapshot, and the last version of the change before which it was taken; null if there is none. */
export type SnapshotOfChange = z.infer<typeof Change>;

/** Returns the change before which a snapshot was taken, or null for an unknown snapshot. `mustLock` locks it against deletion. */
export const findSnapshotOfChange = (
  database: CommonQueryMethods,
  { space_id, table_id }: Schema,
  id: string,
  mustLock = false,
): Promise<SnapshotOfChange | null> =>
  database.maybeOne(sql.type(Change)`
    select seq, change_seq, created_at from tables.snapshot
    where space_id = ${space_id} and table_id = ${table_id} and id = ${id} ${mustLock ? sql.fragment`for share` : sql.fragment``}`);

const ChangedRow = z.object({
  row_id: z.string(),
  /** The version before the change; null if the change created the row. */
  version: z.number().nullable(),
  state: RowState,
  /** Bytes of the cells before the change and now. */
  bytes: z.number(),
});

/** A row of a change. */
export type ChangedRow = z.infer<typeof ChangedRow>;

/**
 * Returns the rows of a change in the order of their ids. Its versions are those after `from`, up to `to`: the change held the exclusive
 * lock of the table, so no other writer has versions between. The cost depends on the changes since.
 */
export const findChangedRows = (
  database: CommonQueryMethods,
  { table_id, row_table }: Schema,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly ChangedRow[]> =>
  database.any(sql.type(ChangedRow)`
    with before as materialized (
      select row_id, from_seq, data from tables.row_history
      where table_id = ${table_id} and to_seq > ${from} and to_seq <= ${to} and from_seq <= ${from}
    ),
    touched as materialized (
      select row_id from before
      union select id from ${rowTableSql(row_table)} where seq > ${from} and seq <= ${to}
      union select row_id from tables.row_history where table_id = ${table_id} and to_seq > ${from} and from_seq > ${from} and from_seq <= ${to}
    ),
    after as materialized (
      select r.id as row_id, r.data from touched as t join ${rowTableSql(row_table)} as r on r.id = t.row_id where r.seq <= ${to}
      union all
      select h.row_id, h.data from touched as t join tables.row_history as h on h.table_id = ${table_id} and h.row_id = t.row_id
      where h.to_seq > ${to} and h.from_seq <= ${to}
    )
    select t.row_id, b.from_seq as version, ${stateOfRowSql(sql.fragment`b.data`, sql.fragment`a.data`, sql.fragment`r.data`)} as state,
      coalesce(octet_length(b.data::text), 0) + coalesce(octet_length(r.data::text) + octet_length(r.computed::text), 0) as bytes
    from touched as t left join before as b on b.row_id = t.row_id left join after as a on a.row_id = t.row_id
    left join ${rowTableSql(row_table)} as r on r.id = t.row_id
    order by t.row_id collate "C"`);

const StateOfRow = z.object({ row_id: z.string(), state: RowState });

/**
 * Returns the states of rows since the changes that ended these versions. Version null stands for a row that did not exist: the change is
 * the one that created it, or restored it, for the last time.
 */
export async function findStates(
  tx: CommonQueryMethods,
  { table_id, row_table }: Schema,
  wanted: readonly { readonly row_id: string; readonly version: number | null }[],
): Promise<ReadonlyMap<string, RowState>> {
  const ids = sql.array(
    wanted.map(({ row_id }) => row_id),
    'text',
  );
  const versions = sql.array(
    wanted.map(({ version }) => version),
    'int8',
  );
  const rows = await tx.any(sql.type(StateOfRow)`
    with wanted as (select * from unnest(${ids}, ${versions}) as w (row_id, version)),
    versions as materialized (
      select h.row_id, h.from_seq, h.to_seq, h.op::text as op, h.data from wanted as w
      join tables.row_history as h on h.table_id = ${table_id} and h.row_id = w.row_id and h.to_seq >= coalesce(w.version, 0)
      union all
      select r.id, r.seq, null, null, r.data from wanted as w join ${rowTableSql(row_table)} as r on r.id = w.row_id
    ),
    began as (
      select w.row_id, w.version, b.data as before, b.op, case when w.version is null then (
        select coalesce(max(v.to_seq), 0) from versions as v where v.row_id = w.row_id and (v.op = 'd' or v.from_seq = v.to_seq)
      ) else b.to_seq end as since
      from wanted as w left join versions as b on b.row_id = w.row_id and b.from_seq = w.version and b.from_seq is distinct from b.to_seq
    )
    select w.row_id, ${stateOfRowSql(sql.fragment`w.before`, sql.fragment`a.data`, sql.fragment`r.data`)} as state
    from began as w
    left join lateral (
      select v.data from versions as v
      where v.row_id = w.row_id and w.op is distinct from 'd' and v.from_seq >= w.since and v.from_seq is distinct from v.to_seq
      order by v.from_seq limit 1
    ) as a on true
    left join ${rowTableSql(row_table)} as r on r.id = w.row_id`);
  return new Map(rows.map(({ row_id, state }) => [row_id, state]));
}

/** Reads the cells of some columns in versions of rows and in the rows as they are now, before a transaction. */
export async function findCellsOfVersions(
  database: CommonQueryMethods,
  { table_id, row_table }: Schema,
  versions: readonly WantedVersion[],
  row_ids: readonly string[],
  cids: readonly string[],
): Promise<readonly unknown[]> {
  const wanted = sql.fragment`unnest(
    ${sql.array(
      versions.map(({ row_id }) => row_id),
      'text',
    )},
    ${sql.array(
      versions.map(({ version }) => version),
      'int8',
    )}) as w (row_id, version)`;
  const cells = sql.fragment`jsonb_build_array(${sql.join(
    cids.map((cid) => sql.fragment`data->${sql.literalValue(cid)}`),
    sql.fragment`, `,
  )}) as cells`;
  const rows = await database.any(sql.type(z.object({ cells: z.array(z.json()) }))`
    select ${cells} from ${wanted} join tables.row_history as h
      on h.table_id = ${table_id} and h.row_id = w.row_id and h.from_seq = w.version and h.to_seq <> h.from_seq
    union all select ${cells} from ${rowTableSql(row_table)} where id = any(${sql.array([...row_ids], 'text')})`);
  return rows.flatMap((row) => row.cells);
}

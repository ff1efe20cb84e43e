import { entriesOfPage, isoTime, limitPageBytes, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { jsonbSql } from '../schema/jsonb-sql.ts';
import { cellsOfSlotSql, rowTableSql, StoredActor, StoredCells } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';

/** A row version as selected: the current row of the row table or an entry of the history. */
export const VersionRow = z.object({
  from_seq: z.number(),
  to_seq: z.number().nullable(),
  op: z.string().nullable(),
  data: StoredCells,
  computed: StoredCells,
  created_at: z.number(),
  created_by: StoredActor,
  updated_at: z.number(),
  updated_by: StoredActor,
  ended_at: z.number().nullable(),
  ended_by: StoredActor.nullable(),
});

/** A row version as selected. */
export type VersionRow = z.infer<typeof VersionRow>;

/** Selects the columns of `VersionRow` of the versions of a row that began before version `below`, newest first. Null selects all. */
const versionsSql = (schema: Schema, row: string, below: number | null, limit: number) => sql.fragment`
  select * from (
    select seq as from_seq, null::bigint as to_seq, null as op, data, computed, created_at, created_by, updated_at, updated_by,
      null::timestamptz as ended_at, null::jsonb as ended_by
    from ${rowTableSql(schema.row_table)} where id = ${row}
    union all
    select from_seq, to_seq, op::text, data, computed, created_at, created_by, updated_at, updated_by, ended_at, ended_by
    from tables.row_history where table_id = ${schema.table_id} and row_id = ${row}
  ) as v
  where ${below === null ? sql.fragment`true` : sql.fragment`from_seq < ${below}`} order by from_seq desc limit ${limit}`;

/** Versions of a row, and if they are all that there are. */
interface FoundVersions {
  readonly versions: readonly VersionRow[];
  readonly isWhole: boolean;
}

/**
 * Reads versions of a row that began before version `below`, newest first: `guaranteed` and further ones as far as they fit
 * in a page. Null reads from the newest.
 */
export async function findVersionsBefore(
  database: CommonQueryMethods,
  schema: Schema,
  row: string,
  { below, limit, guaranteed }: { readonly below: number | null; readonly limit: number; readonly guaranteed: number },
): Promise<FoundVersions> {
  const entries = {
    rows: sql.fragment`select from_seq, to_seq, op, data::text as data, computed::text as computed, created_at, created_by, updated_at,
      updated_by, ended_at, ended_by from (${versionsSql(schema, row, below, limit + 1)}) as v`,
    columns: sql.fragment`*`,
    // A version is shown as the end of one change and as the begin of the next.
    bytes: sql.fragment`2 * (octet_length(data) + octet_length(computed))`,
    limit,
    guaranteed,
  };
  const found = await database.any(sql.type(VersionRow.extend({ slot: z.number() }))`
    select from_seq, to_seq, op, ${cellsOfSlotSql('data')}, ${cellsOfSlotSql('computed')}, created_at, created_by, updated_at, updated_by,
      ended_at, ended_by, slot
    from (${limitPageBytes(entries)}) as entry`);
  const { entries: versions, has_more } = entriesOfPage(found, limit);
  return { versions, isWhole: !has_more };
}

/** A version of a row, by the number with which it began. */
export interface WantedVersion {
  readonly row_id: string;
  readonly version: number;
}

const StoredVersion = z.object({
  row_id: z.string(),
  data: StoredCells,
  created_at: z.number(),
  created_by: StoredActor,
  /** Bytes of the written cells of all found versions as JSON. */
  total_bytes: z.number(),
});

/** The written cells of a version of a row, with the time and the author of its creation. */
export type StoredVersion = z.infer<typeof StoredVersion>;

/** Reads versions of rows. Their cells are left out if they have more than `maxBytes` together. */
export function findVersions(
  database: CommonQueryMethods,
  { row_table, table_id }: Schema,
  wanted: readonly WantedVersion[],
  maxBytes: number,
): Promise<readonly StoredVersion[]> {
  const rows = sql.array(
    wanted.map(({ row_id }) => row_id),
    'text',
  );
  const versions = sql.array(
    wanted.map(({ version }) => version),
    'int8',
  );
  return database.any(sql.type(StoredVersion)`
    with wanted as (select * from unnest(${rows}, ${versions}) as w (row_id, version)),
    found as (
      select r.id as row_id, r.data, r.created_at, r.created_by
      from wanted as w join ${rowTableSql(row_table)} as r on r.id = w.row_id and r.seq = w.version
      union all
      select h.row_id, h.data, h.created_at, h.created_by
      from wanted as w join tables.row_history as h on h.table_id = ${table_id} and h.row_id = w.row_id and h.from_seq = w.version
      where h.to_seq <> h.from_seq
    ),
    sized as (select *, sum(octet_length(data::text)) over () as total_bytes from found)
    select row_id, created_at, created_by, total_bytes::float8 as total_bytes,
      case when total_bytes > ${maxBytes} then '{}'::jsonb else data end as data
    from sized`);
}

/** Returns true if a row with this id is or was in the table, within the retention. */
export const rowExisted = (database: CommonQueryMethods, schema: Schema, row: string) =>
  database.exists(sql.type(z.object({}))`
    select 1 from ${rowTableSql(schema.row_table)} where id = ${row}
    union all select 1 from tables.row_history where table_id = ${schema.table_id} and row_id = ${row}`);

/**
 * Inserts deleted rows again and returns their versions by id, without those whose id exists. The history gets an empty version of each,
 * as in a restore, with the time and author of the return. All of them have the same author of the return.
 */
export async function insertRestoredRows(
  tx: CommonQueryMethods,
  { table_id, row_table }: Schema,
  rows: readonly Omit<StoredRow, 'seq'>[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const texts = (read: (row: Omit<StoredRow, 'seq'>) => string | null) => sql.array(rows.map(read), 'text');
  const updated = sql.fragment`${isoTime(now)}::timestamptz`;
  const by = jsonbSql(rows[0]!.updated_by);
  const inserted = await tx.any(sql.type(z.object({ id: z.string(), seq: z.number() }))`
    with given as materialized (
      select r.id, r.created_at::timestamptz as created_at, r.created_by::jsonb as created_by, r.data::jsonb as data,
        r.computed::jsonb as computed, r.errors::jsonb as errors, nextval('tables.row_seq') as seq
      from unnest(${texts(({ id }) => id)}, ${texts(({ created_at }) => isoTime(created_at))},
        ${texts(({ created_by }) => JSON.stringify(created_by))}, ${texts(({ data }) => JSON.stringify(data))},
        ${texts(({ computed }) => JSON.stringify(computed))}, ${texts(({ errors }) => errors && JSON.stringify(errors))})
        as r (id, created_at, created_by, data, computed, errors)
    ),
    returned as (
      insert into tables.row_history (table_id, row_id, from_seq, to_seq, op, data, computed, errors, created_at, created_by, updated_at,
        updated_by, ended_by, ended_at)
      select ${table_id}, id, seq, seq, 'r', '{}', '{}', null, created_at, created_by, ${updated}, ${by}, ${by}, ${updated} from given
    ),
    counted as (insert into tables.row_count_delta (table_id, delta) values (${table_id}, ${rows.length}))
    insert into ${rowTableSql(row_table)} (id, seq, created_at, updated_at, created_by, updated_by, data, computed, errors)
    select id, nextval('tables.row_seq'), created_at, ${updated}, created_by, ${by}, data, computed, errors
    from given
    on conflict (id) do nothing returning id, seq`);
  return new Map(inserted.map(({ id, seq }) => [id, seq]));
}

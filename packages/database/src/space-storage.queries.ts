import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { sql } from './database.ts';
import { type StoredTable, spaceBytesSql } from './space-storage-sql.ts';

const TableRow = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

/** Bytes and rows that a schema stores of a Space. */
const StoredBytes = z.object({ bytes: z.number(), rows: z.number() });

/**
 * Returns the tables of a schema that have the column `space_id`. Outboxes and stored responses are left out: they are
 * emptied by themselves.
 */
export const listSpaceTables = (
  database: CommonQueryMethods,
  schema: string,
  only: readonly string[] | null,
): Promise<readonly StoredTable[]> =>
  database.any(sql.type(TableRow)`
    select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace join pg_attribute as a on a.attrelid = c.oid
    where n.nspname = ${schema} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'outbox%' and c.relname <> 'idempotency'
      ${only === null ? sql.fragment`` : sql.fragment`and c.relname = any(${sql.array([...only], 'text')})`}
    group by n.nspname, c.relname having bool_or(a.attname = 'space_id')
    order by c.relname`);

/**
 * Measures what the tables of a schema store of a Space, all or some of them: the bytes of its rows without indexes, and their
 * number. The tables are read from the catalog of Postgres, so a new table is measured without a change here.
 */
export async function measureSpace(database: CommonQueryMethods, schema: string, space: string, only: readonly string[] | null = null) {
  const tables = await listSpaceTables(database, schema, only);
  return database.one(sql.type(StoredBytes)`${spaceBytesSql(tables, space)}`);
}

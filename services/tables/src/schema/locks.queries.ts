import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Schema } from './schema.ts';
import { assertActive } from './schema-cache.ts';
import { StaleSchemaError } from './schema-version.queries.ts';

/**
 * The lock protocol of row writers, schema changes and the Time Machine.
 *
 * A writer of rows first takes a shared lock on the row of its table in `user_table` (`for key share`). The same
 * statement checks that the schema is the one by which the cells were validated. Only then does the writer allocate
 * versions from `row_seq`. A schema change, a snapshot or a restore locks the same row `for update`: it waits for the
 * writers in progress and blocks new ones. A version allocated under that lock is therefore later than every committed
 * write and earlier than every later one. Postgres evaluates a locked row again after the wait, so a writer that waited
 * sees the current schema.
 *
 * Row share locks can starve an exclusive waiter. An advisory lock with the same two modes is therefore taken first,
 * because it queues fairly.
 *
 * Lock order: tables by id, then the upserts of a table, existing rows by id, and new rows by their unique cells.
 */
export const writersLockSql = ({ space_id, table_id, schema_version }: Schema): FragmentSqlToken => sql.fragment`
  with gate as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${table_id}, 0)))
  select t.id from gate cross join tables.user_table as t
  where t.space_id = ${space_id} and t.id = ${table_id} and t.schema_version = ${schema_version} and t.archived_at is null
  for key share of t`;

/** Takes the writers' lock until the transaction ends. Throws a `StaleSchemaError` if the schema is not current. */
export async function lockForWriting(tx: CommonQueryMethods, schema: Schema): Promise<void> {
  assertActive(schema);
  const locked = await tx.maybeOne(sql.type(z.object({ id: z.string() }))`${writersLockSql(schema)}`);
  if (!locked) throw new StaleSchemaError();
}

/** Waits for the other upserts of a table, and lets the next one begin when the transaction ends; other writers continue. */
export const lockUpserts = (tx: CommonQueryMethods, { table_id }: Schema) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${table_id}, 1))`);

/** Blocks all writers of a table until the transaction ends. The caller reads the schema after this (`SchemaCache.read`). */
export async function lockTableExclusively(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${table}, 0))`);
  await tx.query(sql.typeAlias('void')`select from tables.user_table where space_id = ${space} and id = ${table} for update`);
}

/** Takes the right to write links into a table until the transaction ends; other writers of its rows continue. */
export async function lockTableLinks(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock_shared(hashtextextended(${table}, 0))`);
  await tx.query(sql.typeAlias('void')`select from tables.user_table where space_id = ${space} and id = ${table} for no key update`);
}

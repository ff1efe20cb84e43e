import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Schema } from './schema.ts';
import { assertActive, StaleSchemaError } from './schema-cache.ts';

/**
 * How writers of rows, changes of the schema and the Time Machine keep out of each other's way.
 *
 * Whoever writes rows first takes a shared lock on the row of the table (`for key share`) and proves with it that the
 * schema is the one they checked their cells by; only then do they draw versions from `row_seq`. Whoever changes the
 * schema, takes a snapshot or restores one locks the same row `for update`: it waits for the writers that have begun and
 * keeps new ones out, so a version drawn under it lies behind every write that is committed and before every later one.
 * Postgres judges a locked row again after the wait, so a writer that waited sees the schema that is current then.
 * Before the row comes a gate, an advisory lock of the same two kinds: at a row, Postgres lets those who share it pass
 * whoever waits to be alone, so writers that overlap would keep a snapshot waiting for ever; at the gate they queue.
 * Locks are taken in this order: tables by id, then rows by id.
 */
export const writersLockSql = ({ space_id, table_id, schema_version }: Schema): FragmentSqlToken => sql.fragment`
  with gate as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${table_id}, 0)))
  select t.id from gate cross join tables.user_table as t
  where t.space_id = ${space_id} and t.id = ${table_id} and t.schema_version = ${schema_version} and t.archived_at is null
  for key share of t`;

/** Takes the writers' lock until the transaction ends; throws `StaleSchemaError` when the schema is no longer current. */
export async function lockForWriting(tx: CommonQueryMethods, schema: Schema): Promise<void> {
  assertActive(schema);
  const locked = await tx.maybeOne(sql.type(z.object({ id: z.string() }))`${writersLockSql(schema)}`);
  if (!locked) throw new StaleSchemaError();
}

/** Keeps every writer of rows out until the transaction ends. Whoever holds this reads the schema after it (`Schemas.read`). */
export async function lockTableExclusively(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${table}, 0))`);
  await tx.query(sql.typeAlias('void')`select from tables.user_table where space_id = ${space} and id = ${table} for update`);
}

/** Takes the right to write links into a table until the transaction ends; who writes its rows goes on beside it. */
export async function lockTableLinks(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock_shared(hashtextextended(${table}, 0))`);
  await tx.query(sql.typeAlias('void')`select from tables.user_table where space_id = ${space} and id = ${table} for no key update`);
}

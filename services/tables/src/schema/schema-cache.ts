import { setTimeout as delay } from 'node:timers/promises';
import { notFound, Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { findLiveColumns, findTable } from './schema.queries.ts';
import type { Column, Schema } from './schema.ts';

/** Tables whose schema one process keeps at most. */
const CACHE_MAX_ENTRIES = 2_000;

/** Tries with a schema that turns out to be outdated, before it is called a failure. */
const MAX_ATTEMPTS = 20;

/** What a try waits longer than the one before, in milliseconds: whoever changes the schema in a row gets done. */
const RETRY_DELAY_MS = 2;

/**
 * The schemas of tables, kept in the process. A kept one may be outdated: every statement that depends on it must prove
 * its version in the same breath (`findCurrent`, `lockForWriting` in rows/lock.ts), and is tried again with a fresh one when the
 * proof fails (`withSchema`). A refusal needs no proof of its own: it stands only if the schema was the current one.
 */
export interface SchemaCache {
  /**
   * Calls `act` with the schema of a table, and again with a fresh one when it throws `StaleSchemaError`, or refuses something by
   * a schema that is no longer current; 404 when there is no such table.
   */
  withSchema<T>(space: string, table: string, act: (schema: Schema) => Promise<T>): Promise<T>;
  /** The current schemas of those of these tables that are there, by id; the kept ones are proved by one statement. */
  findCurrent(space: string, tables: readonly string[]): Promise<ReadonlyMap<string, Schema>>;
  /** The schema as a transaction sees it, past what is kept; 404 when there is none. */
  read(tx: CommonQueryMethods, space: string, table: string): Promise<Schema>;
}

/** Thrown when a statement found another version of the schema than it was made for. */
export class StaleSchemaError extends Error {
  constructor() {
    super('The schema changed in between.');
    this.name = 'Outdated';
  }
}

/** Errors of Postgres that an outdated schema can cause: a cast of a cell that has another type now, a row_table that is gone. */
const staleSchemaErrorCodes: ReadonlySet<unknown> = new Set(['22023', '22P02', '22003', '22007', '22008', '42P01']);

/** The schemas of one process. */
export function createSchemaCache(database: CommonQueryMethods): SchemaCache {
  const kept = new Map<string, Schema>();
  const name = (space: string, table: string) => `${space} ${table}`;

  const fresh = async (space: string, table: string): Promise<Schema> => {
    const schema = await readSchema(database, space, table);
    kept.delete(name(space, table));
    kept.set(name(space, table), schema);
    if (kept.size > CACHE_MAX_ENTRIES) kept.delete(kept.keys().next().value!);
    return schema;
  };

  return {
    async withSchema(space, table, act) {
      let schema = kept.get(name(space, table)) ?? (await fresh(space, table));
      for (let tried = 1; ; tried++) {
        try {
          return await act(schema);
        } catch (error) {
          const again = await freshAfter(error, schema);
          if (!again || tried === MAX_ATTEMPTS) throw error;
          schema = again;
          await delay(RETRY_DELAY_MS * tried);
        }
      }
    },
    async findCurrent(space, tables) {
      if (tables.length === 0) return new Map();
      const versions = await database.any(sql.type(Version)`
        select id, schema_version from tables.user_table where space_id = ${space} and id = any(${sql.array([...tables], 'text')})`);
      const found = new Map<string, Schema>();
      for (const { id, schema_version } of versions) {
        const known = kept.get(name(space, id));
        const schema = known?.schema_version === schema_version ? known : await undefinedIfDeleted(fresh(space, id));
        if (schema) found.set(id, schema);
      }
      return found;
    },
    read: readSchema,
  };

  /** The fresh schema when this error may come from an outdated one, or undefined when it does not. */
  async function freshAfter(error: unknown, old: Schema): Promise<Schema | undefined> {
    if (error instanceof StaleSchemaError) return fresh(old.space_id, old.table_id);
    if (error instanceof Problem) return (await isCurrentSchema(database, old)) ? undefined : fresh(old.space_id, old.table_id);
    const code = (error as { code?: unknown; cause?: { code?: unknown } }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;
    if (!staleSchemaErrorCodes.has(code)) return undefined;
    const schema = await fresh(old.space_id, old.table_id);
    return schema.schema_version === old.schema_version ? undefined : schema;
  }
}

const Version = z.object({ id: z.string(), schema_version: z.number() });

/** What is read of a table, or undefined when the table is not there any more. */
async function undefinedIfDeleted<T>(context: Promise<T>): Promise<T | undefined> {
  try {
    return await context;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function readSchema(database: CommonQueryMethods, space: string, id: string): Promise<Schema> {
  const table = await findTable(database, space, id);
  if (!table) throw notFound('table', id);
  const columns: readonly Column[] = await findLiveColumns(database, space, id);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    space_id: space,
    table_id: id,
    plural_label: table.plural_label,
    row_table: table.row_table,
    schema_version: table.schema_version,
    archived: table.archived,
    columns,
    byKey: new Map(columns.map((column) => [column.key, column])),
    byId,
    title: (table.title_column_id !== null && byId.get(table.title_column_id)) || null,
  };
}

/** A condition that holds only while the schema is the current one, for the `where` of a statement that reads rows. */
export const currentSchemaSql = ({ space_id, table_id, schema_version }: Schema): FragmentSqlToken => sql.fragment`
  exists (select from tables.user_table where space_id = ${space_id} and id = ${table_id} and schema_version = ${schema_version})`;

/** Throws `StaleSchemaError` unless the schema is the current one; for readers whose statement answered nothing. */
export async function assertSchemaVersion(database: CommonQueryMethods, schema: Schema): Promise<void> {
  if (!(await isCurrentSchema(database, schema))) throw new StaleSchemaError();
}

async function isCurrentSchema(database: CommonQueryMethods, { space_id, table_id, schema_version }: Schema): Promise<boolean> {
  const found = await database.maybeOne(sql.type(Version)`
    select id, schema_version from tables.user_table where space_id = ${space_id} and id = ${table_id}`);
  return found?.schema_version === schema_version;
}

/** Refuses changes of the rows of an archived table (spec, States: Table). */
export function assertActive(schema: Schema): void {
  if (schema.archived)
    throw new Problem('conflict', `The table ${schema.plural_label} is archived; bring it back with PATCH {"archived": false} first.`);
}

/** The tables that reference columns point to, by id; one that is gone is not there. */
export type ReferencedTables = ReadonlyMap<string, Schema>;

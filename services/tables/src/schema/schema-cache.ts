import { setTimeout as delay } from 'node:timers/promises';
import { notFound, Problem } from '@space/contracts/core';
import { MAX_CACHED } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { CommonQueryMethods } from 'slonik';
import { findLiveColumns, findTable } from './schema.queries.ts';
import { createSchema, type Schema } from './schema.ts';
import { findSchemaVersions, isCurrentSchema, StaleSchemaError } from './schema-version.queries.ts';

/** Attempts with a fresh schema before the error is thrown. */
const MAX_ATTEMPTS = 20;

/** Each attempt waits this many milliseconds longer than the one before, so that a series of schema changes can finish. */
const RETRY_DELAY_MS = 2;

/**
 * The schemas of tables, cached in the process. A cached schema may be stale. Every statement that depends on it therefore
 * checks its version itself (`currentSchemaSql`, `lockForWriting`); when the check fails, `withSchema` retries with a fresh
 * schema. A 4xx is final only if the schema was current.
 */
export interface SchemaCache {
  /**
   * Calls `act` with the schema of a table. Calls it again with a fresh schema after a `StaleSchemaError`, or after a problem
   * that a stale schema caused. Throws 404 for an unknown table.
   */
  withSchema<T>(space: string, table: string, act: (schema: Schema) => Promise<T>): Promise<T>;
  /** Returns the current schemas of the tables that exist, by id; checks cached ones in one statement. */
  findCurrent(space: string, tables: readonly string[]): Promise<ReadonlyMap<string, Schema>>;
  /** Returns the schema as a transaction sees it, without the cache. Throws 404 for an unknown table. */
  read(tx: CommonQueryMethods, space: string, table: string): Promise<Schema>;
}

/** Postgres errors that a stale schema can cause: a cast of a cell whose type changed, a row table that was dropped. */
const staleSchemaErrorCodes: ReadonlySet<unknown> = new Set(['22023', '22P02', '22003', '22007', '22008', '42P01']);

/** Returns the schema cache of one process. */
export function createSchemaCache(database: CommonQueryMethods): SchemaCache {
  const cache = new LRUCache<string, Schema>({ max: MAX_CACHED.schemas });
  const cacheKey = (space: string, table: string) => `${space} ${table}`;

  async function readFresh(space: string, table: string): Promise<Schema> {
    const schema = await readSchema(database, space, table);
    cache.set(cacheKey(space, table), schema);
    return schema;
  }

  /** Returns a fresh schema if a stale one may have caused this error, else undefined. */
  async function refreshAfter(error: unknown, old: Schema): Promise<Schema | undefined> {
    if (error instanceof StaleSchemaError) return readFresh(old.space_id, old.table_id);
    if (error instanceof Problem) return (await isCurrentSchema(database, old)) ? undefined : readFresh(old.space_id, old.table_id);
    const code = (error as { code?: unknown; cause?: { code?: unknown } }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;
    if (!staleSchemaErrorCodes.has(code)) return undefined;
    const schema = await readFresh(old.space_id, old.table_id);
    return schema.schema_version === old.schema_version ? undefined : schema;
  }

  return {
    async withSchema(space, table, act) {
      let schema = cache.get(cacheKey(space, table)) ?? (await readFresh(space, table));
      for (let attempt = 1; ; attempt++) {
        try {
          return await act(schema);
        } catch (error) {
          const fresh = await refreshAfter(error, schema);
          if (!fresh || attempt === MAX_ATTEMPTS) throw error;
          schema = fresh;
          await delay(RETRY_DELAY_MS * attempt);
        }
      }
    },

    async findCurrent(space, tables) {
      if (tables.length === 0) return new Map();
      const found = new Map<string, Schema>();
      for (const { id, schema_version } of await findSchemaVersions(database, space, tables)) {
        const cached = cache.get(cacheKey(space, id));
        const schema = cached?.schema_version === schema_version ? cached : await undefinedIfDeleted(readFresh(space, id));
        if (schema) found.set(id, schema);
      }
      return found;
    },

    read: readSchema,
  };
}

/** Resolves to undefined instead of a 404. */
async function undefinedIfDeleted<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function readSchema(database: CommonQueryMethods, space: string, id: string): Promise<Schema> {
  const table = await findTable(database, space, id);
  if (!table) throw notFound('table', id);
  return createSchema(space, table, await findLiveColumns(database, space, id));
}

/** Throws a conflict for an archived table, whose rows cannot be written. */
export function assertActive(schema: Schema): void {
  if (schema.archived)
    throw new Problem(
      'conflict',
      `The table ${schema.plural_label} is archived; unarchive it with PATCH /tables/{table_id} {"archived": false} first.`,
    );
}

/** The schemas of the tables that reference columns point to, by table id; a deleted table has no entry. */
export type ReferencedTables = ReadonlyMap<string, Schema>;

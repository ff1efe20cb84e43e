import { notFound } from '@space/contracts/core';
import type { CommonQueryMethods, QuerySqlToken } from 'slonik';
import type { z } from 'zod';
import { sql } from './database.ts';
import { mustMatch } from './version.ts';

/** A resource of a Space: its noun in error messages, and its id. */
export interface ResourceRef {
  readonly noun: string;
  readonly id: string;
}

/** Returns the one row of a query; throws `not_found` with the resource's noun and id if there is no row. */
export async function findExisting<Row extends z.ZodObject>(
  database: CommonQueryMethods,
  query: QuerySqlToken<Row>,
  { noun, id }: ResourceRef,
): Promise<z.output<Row>> {
  const row = await database.maybeOne(query);
  if (!row) throw notFound(noun, id);
  return row as z.output<Row>;
}

/** A resource to lock, and the condition on its version. */
export interface LockRequest extends ResourceRef {
  /** The versions of If-Match; null if the call has no such condition. */
  readonly ifMatch: readonly number[] | null;
  /** The alias of the row to lock, if the query joins tables. */
  readonly of?: string;
}

/**
 * Returns the one row of a query, locked with `for update` until the transaction ends. Throws `not_found` if there is no row and
 * `precondition_failed` if If-Match names other versions. After a wait for the lock the row is read again, but
 * sub-queries still see what was committed before the wait.
 */
export async function lockVersioned<Row extends z.ZodObject<{ version: z.ZodType<number> }>>(
  tx: CommonQueryMethods,
  query: QuerySqlToken<Row>,
  { ifMatch, of, ...resource }: LockRequest,
): Promise<z.output<Row>> {
  const locked = sql.type(query.parser)`${query} for update ${of ? sql.fragment`of ${sql.identifier([of])}` : sql.fragment``}`;
  const row = await findExisting(tx, locked, resource);
  mustMatch(ifMatch, row.version as number);
  return row;
}

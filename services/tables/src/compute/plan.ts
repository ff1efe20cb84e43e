import { MAX_CACHED } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { CommonQueryMethods } from 'slonik';
import { type Lookup, readsOtherRows, resolveLookup } from '../schema/lookups.ts';
import { createSchema, type Schema } from '../schema/schema.ts';
import { findConnectedTables } from './dependencies.queries.ts';
import { findLiveColumnsOf, findVersionedTables, lockComputeGroup, lockVersions } from './plan.queries.ts';

/** Attempts to find the same plan before and after taking the locks. */
const MAX_ATTEMPTS = 10;

/** A group of tables that are computed from one another, directly or through others, with their lookups. */
export interface ComputePlan {
  readonly space_id: string;
  /** By id; only one table if it is not connected with others. */
  readonly tables: ReadonlyMap<string, Schema>;
  /** Lookups, rollups and counts by column id. */
  readonly lookups: ReadonlyMap<string, Lookup>;
  /** Lookups that read a table, by table id. */
  readonly lookupsByTable: ReadonlyMap<string, readonly Lookup[]>;
  /** The version of each table that the plan was built from. */
  readonly versions: ReadonlyMap<string, string>;
}

const cache = new LRUCache<string, ComputePlan>({ max: MAX_CACHED.compute_plans });
const independentSchemas = new WeakMap<Schema, boolean>();

/**
 * Takes the locks for computing cells of a table until the transaction ends, and returns the plan. A writer calls it
 * before it locks rows, and preferably before the writers' lock of its own table, since this takes the writers' locks
 * of all connected tables in order. The reason is explained in compute-rows.ts.
 */
export async function lockComputedTables(tx: CommonQueryMethods, schema: Pick<Schema, 'space_id' | 'table_id'>): Promise<ComputePlan> {
  const name = `${schema.space_id} ${schema.table_id}`;
  let plan = cache.get(name) ?? (await loadComputePlan(tx, schema));
  for (let attempt = 1; ; attempt++) {
    const { versions, isOwn } = await lockVersions(tx, plan.space_id, [...plan.tables.keys()]);
    // Changes of this transaction itself get no new version and may be rolled back, so the plan is not cached.
    if (isOwn) {
      plan = await loadComputePlan(tx, schema);
      await lockVersions(tx, plan.space_id, [...plan.tables.keys()]);
      break;
    }
    if (isSame(versions, plan.versions)) {
      cache.set(name, plan);
      break;
    }
    if (attempt === MAX_ATTEMPTS) throw new Error('Loading a compute plan failed: the schemas of its tables change too often.');
    plan = await loadComputePlan(tx, schema);
  }
  if (plan.lookupsByTable.size > 0) await lockComputeGroup(tx, [...plan.tables.keys()][0]!);
  return plan;
}

/**
 * Returns true if no cell of a table depends on other rows and no lookup reads the table. Queries once per schema; the
 * answer holds as long as the schema is current.
 */
export async function hasNoDependents(database: CommonQueryMethods, schema: Schema): Promise<boolean> {
  const known = independentSchemas.get(schema);
  if (known !== undefined) return known;
  const found =
    !schema.columns.some(readsOtherRows) && (await findConnectedTables(database, schema.space_id, [schema.table_id])).length <= 1;
  // `false` can become outdated when another table's column is deleted; that costs only a lock.
  independentSchemas.set(schema, found);
  return found;
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([id, version]) => b.get(id) === version);

/** Returns the plan of a table as the transaction sees it. */
export async function loadComputePlan(tx: CommonQueryMethods, at: Pick<Schema, 'space_id' | 'table_id'>): Promise<ComputePlan> {
  const ids = await findConnectedTables(tx, at.space_id, [at.table_id]);
  const rows = await findVersionedTables(tx, at.space_id, ids);
  const columns = Map.groupBy(await findLiveColumnsOf(tx, at.space_id, ids), ({ table_id }) => table_id);
  const tables = new Map(rows.map((row) => [row.id, createSchema(at.space_id, row, columns.get(row.id) ?? [])]));
  const lookups = new Map<string, Lookup>();
  for (const schema of tables.values())
    for (const column of schema.columns) {
      const lookup = readsOtherRows(column) ? resolveLookup(schema, column, tables) : undefined;
      if (lookup) lookups.set(column.id, lookup);
    }
  return {
    space_id: at.space_id,
    tables,
    lookups,
    lookupsByTable: Map.groupBy(lookups.values(), ({ other }) => other.table_id),
    versions: new Map(rows.map(({ id, version }) => [id, version])),
  };
}

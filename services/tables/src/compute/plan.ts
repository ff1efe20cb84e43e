import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { type Lookup, readsOtherRows, resolveLookup } from '../schema/lookups.ts';
import { ColumnRow, columnFields } from '../schema/schema.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { findConnectedTables } from './dependencies.ts';

/** Plans one process keeps at most. */
const CACHE_MAX_ENTRIES = 500;

/** Names the locks of computing among the advisory locks of Postgres. */
const COMPUTE_LOCK = 7_226_102;

/** Tries to find the same plan before and behind the locks. */
const MAX_ATTEMPTS = 10;

/** The tables whose cells are worked out from one another, directly or through others, and everything that links them. */
export interface ComputePlan {
  readonly space_id: string;
  /** By id; only itself for a table that has nothing to do with others. */
  readonly tables: ReadonlyMap<string, Schema>;
  /** Lookups, rollups and counts by their id. */
  readonly lookups: ReadonlyMap<string, Lookup>;
  /** Links that read a table, by its id. */
  readonly lookupsByTable: ReadonlyMap<string, readonly Lookup[]>;
  /** Which version of each table the plan was made from. */
  readonly versions: ReadonlyMap<string, string>;
}

const cache = new Map<string, ComputePlan>();
const independentSchemas = new WeakMap<Schema, boolean>();

/**
 * Locks what a write to a table may have to read or work out, until the transaction ends, and answers how. Writers call
 * it before they lock any row, at best before the writers' lock of the table, since it takes those of all tables concerned
 * in their order; the essay in compute-rows.ts says why.
 */
export async function lockComputedTables(tx: CommonQueryMethods, schema: Pick<Schema, 'space_id' | 'table_id'>): Promise<ComputePlan> {
  const name = `${schema.space_id} ${schema.table_id}`;
  let plan = cache.get(name) ?? (await loadComputePlan(tx, schema));
  for (let tried = 1; ; tried++) {
    const { versions, isOwn } = await lockVersions(tx, plan);
    // What this transaction itself has changed may change again without a new version, and may never be committed.
    if (isOwn) {
      plan = await loadComputePlan(tx, schema);
      await lockVersions(tx, plan);
      break;
    }
    if (isSame(versions, plan.versions)) {
      cachePlan(name, plan);
      break;
    }
    if (tried === MAX_ATTEMPTS) throw new Error('The tables that are worked out from one another change too often.');
    plan = await loadComputePlan(tx, schema);
  }
  if (plan.lookupsByTable.size > 0)
    await tx.query(sql.typeAlias('void')`
      select from pg_advisory_xact_lock(hashtextextended(${[...plan.tables.keys()][0]!}, ${COMPUTE_LOCK}))`);
  return plan;
}

/**
 * Whether cells of a table have nothing to do with other rows: it has no lookup, rollup or count and nobody has one that
 * reads it. Asks once for each schema; what is answered holds for as long as the schema is the current one.
 */
export async function hasNoDependents(database: CommonQueryMethods, schema: Schema): Promise<boolean> {
  const known = independentSchemas.get(schema);
  if (known !== undefined) return known;
  const found =
    !schema.columns.some(readsOtherRows) && (await findConnectedTables(database, schema.space_id, [schema.table_id])).length <= 1;
  // That it is not alone may become wrong when another table's column goes, which costs a lock and nothing else.
  independentSchemas.set(schema, found);
  return found;
}

function cachePlan(name: string, plan: ComputePlan): void {
  cache.delete(name);
  cache.set(name, plan);
  if (cache.size > CACHE_MAX_ENTRIES) cache.delete(cache.keys().next().value!);
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([id, version]) => b.get(id) === version);

const Version = z.object({ id: z.string(), version: z.string(), is_own: z.boolean() });

/** Takes the writers' lock (rows/lock.ts) of the tables of a plan, in the order of their ids, and answers which versions they are. */
async function lockVersions(
  tx: CommonQueryMethods,
  { space_id, tables }: ComputePlan,
): Promise<{ versions: ComputePlan['versions']; isOwn: boolean }> {
  const found = await tx.any(sql.type(Version)`
    with gate as materialized (
      select id, pg_advisory_xact_lock_shared(hashtextextended(id, 0))
      from (select id from unnest(${sql.array([...tables.keys()], 'text')}) as id order by id offset 0) as tables
    )
    select t.id, t.xmin::text || ':' || t.version as version, coalesce(t.xmin = pg_current_xact_id_if_assigned()::xid, false) as is_own
    from gate join tables.user_table as t on t.space_id = ${space_id} and t.id = gate.id
    order by t.id for key share of t`);
  return { versions: new Map(found.map(({ id, version }) => [id, version])), isOwn: found.some(({ is_own }) => is_own) };
}

const TableRow = z.object({
  id: z.string(),
  version: z.string(),
  plural_label: z.string(),
  row_table: z.string(),
  schema_version: z.number(),
  archived: z.boolean(),
  title_column_id: z.string().nullable(),
});

/** The plan of a table as a transaction sees it. */
export async function loadComputePlan(tx: CommonQueryMethods, at: Pick<Schema, 'space_id' | 'table_id'>): Promise<ComputePlan> {
  const ids = sql.array([...(await findConnectedTables(tx, at.space_id, [at.table_id]))], 'text');
  const rows = await tx.any(sql.type(TableRow)`
    select id, xmin::text || ':' || version as version, plural_label, row_table, schema_version, archived_at is not null as archived, title_column_id
    from tables.user_table where space_id = ${at.space_id} and id = any(${ids}) order by id`);
  const columns = Map.groupBy(
    await tx.any(sql.type(ColumnRow)`
      select ${columnFields} from tables.user_column
      where space_id = ${at.space_id} and table_id = any(${ids}) and deleted_at is null order by position, id`),
    ({ table_id }) => table_id,
  );
  const tables = new Map(rows.map((row) => [row.id, schemaOf(at.space_id, row, columns.get(row.id) ?? [])]));
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

function schemaOf(space: string, row: z.infer<typeof TableRow>, columns: readonly Column[]): Schema {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    space_id: space,
    table_id: row.id,
    plural_label: row.plural_label,
    row_table: row.row_table,
    schema_version: row.schema_version,
    archived: row.archived,
    columns,
    byKey: new Map(columns.map((column) => [column.key, column])),
    byId,
    title: (row.title_column_id !== null && byId.get(row.title_column_id)) || null,
  };
}

import { invalidFields } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { lockTableExclusively } from '../schema/locks.queries.ts';

/** Columns a chain of computed columns can have: one that reads one that reads one. */
const MAX_CHAIN = 50;

/** Names the lock of schema changes among the advisory locks of Postgres. */
const SCHEMA_CHANGE_LOCK = 7_226_101;

const Edge = z.object({ column_id: z.string(), reads_column_id: z.string() });
type Edge = z.infer<typeof Edge>;

/**
 * One change of what is worked out from what at a time in a Space, until the transaction ends: two that each look fine
 * could make a circle together. Of the tables named, and of those that are worked out from one another with them, it also
 * keeps all writers out, in the order of their ids; who leaves that to later steps takes these locks in any order.
 */
export async function lockSchemaChanges(tx: CommonQueryMethods, space: string, tables: readonly string[] = []): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select from pg_advisory_xact_lock(hashtextextended(${space}, ${SCHEMA_CHANGE_LOCK}))`);
  if (tables.length > 0) for (const table of await findConnectedTables(tx, space, tables)) await lockTableExclusively(tx, space, table);
}

/** These tables and those that are linked with them by lookups, rollups and counts, in either direction, in the order of their ids. */
export const findConnectedTables = (database: CommonQueryMethods, space: string, tables: readonly string[]): Promise<readonly string[]> =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    with recursive link (a, b) as materialized (
      select c.table_id, coalesce(c.config->>'table_id', r.reference->>'table_id') from tables.user_column as c
      left join tables.user_column as r on r.space_id = c.space_id and r.id = c.config->>'reference_column'
      where c.space_id = ${space} and c.type in ('lookup', 'rollup', 'count') and c.deleted_at is null
    ),
    component (id) as (
      select unnest(${sql.array([...tables], 'text')})
      union
      select case when link.a = component.id then link.b else link.a end
      from component join link on component.id in (link.a, link.b)
    )
    select t.id from component join tables.user_table as t on t.space_id = ${space} and t.id = component.id order by t.id`);

/**
 * Writes down which columns a column reads, in place of what was there. The caller holds the lock of schema changes and
 * has stored the column.
 */
export async function saveDependencies(tx: CommonQueryMethods, space: string, columnId: string, reads: readonly string[]): Promise<void> {
  await lockTablesOfColumns(tx, space, [columnId, ...reads]);
  await tx.query(sql.typeAlias('void')`delete from tables.column_dependency where space_id = ${space} and column_id = ${columnId}`);
  await insertDependencies(tx, space, columnId, reads);
}

/** Writes down which columns a new column reads; `lockTablesOfColumns` must follow. */
export async function insertDependencies(tx: CommonQueryMethods, space: string, columnId: string, reads: readonly string[]): Promise<void> {
  if (reads.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    insert into tables.column_dependency (space_id, column_id, reads_column_id)
    select ${space}, ${columnId}, id from unnest(${sql.array([...new Set(reads)], 'text')}) as id`);
}

/**
 * The tables of columns that read one another, and those they point to, get a new version of their schema, and their
 * writers are waited for, so that nobody goes on who does not know of it.
 */
export const lockTablesOfColumns = async (tx: CommonQueryMethods, space: string, columnIds: readonly string[]): Promise<void> =>
  lockTables(tx, space, await findTablesOfColumns(tx, space, columnIds));

/** The tables of these columns, and those they point to. */
const findTablesOfColumns = (tx: CommonQueryMethods, space: string, columnIds: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select distinct t.id from tables.user_column as c, lateral (values (c.table_id), (c.reference->>'table_id'), (c.config->>'table_id')) as t (id)
    where c.space_id = ${space} and c.id = any(${sql.array([...columnIds], 'text')}) and t.id is not null`);

/** Keeps the writers of these tables out until the transaction ends, and makes every kept schema of them outdated. */
export async function lockTables(tx: CommonQueryMethods, space: string, tables: readonly string[]): Promise<void> {
  for (const table of tables.toSorted()) await lockTableExclusively(tx, space, table);
  await tx.query(sql.typeAlias('void')`
    update tables.user_table set version = version + 1, schema_version = schema_version + 1
    where space_id = ${space} and id = any(${sql.array([...tables], 'text')})`);
}

/**
 * Refuses a column that would be worked out from itself, with the whole way round, and one at the end of too long a
 * chain. Columns that were deleted count too: a restore may bring them back.
 */
export async function assertNoCycle(
  tx: CommonQueryMethods,
  space: string,
  columnId: string,
  reads: readonly string[],
  nameOf?: (columnId: string) => string | undefined,
): Promise<void> {
  const upstream = readsOf(await findEdges(tx, space, reads, 'reads'));
  const way = findCycle(columnId, reads, upstream);
  if (way) {
    const names = await namesOf(tx, space, way, nameOf);
    throw configProblem(
      'circular_reference',
      `the column would be worked out from itself: ${names.join(' → ')}; let one of them read something else`,
    );
  }
  const downstream = readersOf(await findEdges(tx, space, [columnId], 'readers'));
  const chain = 1 + Math.max(0, ...reads.map((id) => depth(id, upstream))) + depth(columnId, downstream) - 1;
  if (chain > MAX_CHAIN)
    throw configProblem(
      'chain_too_long',
      `the column would be in a chain of ${chain} columns that read one another; at most ${MAX_CHAIN} can`,
    );
}

const configProblem = (code: string, message: string) => invalidFields([{ path: 'field_config', code, message }]);

/** These columns and all computed columns that read any of them, each behind those it reads. */
export async function findAffectedColumns(tx: CommonQueryMethods, space: string, columnIds: readonly string[]): Promise<string[]> {
  const upstream = readsOf(await findEdges(tx, space, columnIds, 'readers'));
  const ordered = new Set<string>();
  const visit = (id: string) => {
    if (ordered.has(id)) return;
    for (const read of upstream.get(id) ?? []) if (upstream.has(read)) visit(read);
    ordered.add(id);
  };
  for (const id of upstream.keys()) visit(id);
  return [...new Set(columnIds).difference(ordered), ...ordered];
}

/** Every edge that can be reached from these columns, towards what they read or towards who reads them. */
function findEdges(tx: CommonQueryMethods, space: string, from: readonly string[], towards: 'reads' | 'readers'): Promise<readonly Edge[]> {
  const [here, there] =
    towards === 'reads'
      ? [sql.fragment`column_id`, sql.fragment`reads_column_id`]
      : [sql.fragment`reads_column_id`, sql.fragment`column_id`];
  return tx.any(sql.type(Edge)`
    with recursive reached (id) as (
      select unnest(${sql.array([...from], 'text')})
      union
      select d.${there} from reached join tables.column_dependency as d on d.space_id = ${space} and d.${here} = reached.id
    )
    select d.column_id, d.reads_column_id from reached join tables.column_dependency as d on d.space_id = ${space} and d.${here} = reached.id
    order by 1, 2`);
}

type Graph = ReadonlyMap<string, readonly string[]>;

const readsOf = (edges: readonly Edge[]): Graph => grouped(edges, 'column_id', 'reads_column_id');
const readersOf = (edges: readonly Edge[]): Graph => grouped(edges, 'reads_column_id', 'column_id');

function grouped(edges: readonly Edge[], by: keyof Edge, what: keyof Edge): Graph {
  const groups = new Map<string, string[]>();
  for (const edge of edges) groups.set(edge[by], [...(groups.get(edge[by]) ?? []), edge[what]]);
  return groups;
}

/** The shortest way from `column` through what it would read back to itself, both ends included. */
function findCycle(column: string, reads: readonly string[], graph: Graph): string[] | undefined {
  const ways = new Map(reads.map((id) => [id, [column, id]]));
  for (const [id, way] of ways) {
    if (id === column) return way;
    for (const next of graph.get(id) ?? []) if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return undefined;
}

/** Columns in the longest chain that begins with this one. */
function depth(id: string, graph: Graph, known: Map<string, number> = new Map()): number {
  const found = known.get(id);
  if (found !== undefined) return found;
  // Marked before it is looked into, so that a circle that is there already ends.
  known.set(id, 1);
  const deepest = 1 + Math.max(0, ...(graph.get(id) ?? []).map((next) => depth(next, graph, known)));
  known.set(id, deepest);
  return deepest;
}

/** Columns by their keys, with the name of the table before it when they are not all of one. */
async function namesOf(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  nameOf: (columnId: string) => string | undefined = () => undefined,
): Promise<string[]> {
  const found = await tx.any(sql.type(z.object({ id: z.string(), key: z.string(), table_id: z.string(), table: z.string() }))`
    select c.id, c.key, c.table_id, t.plural_label as table from tables.user_column as c
    join tables.user_table as t on t.space_id = c.space_id and t.id = c.table_id
    where c.space_id = ${space} and c.id = any(${sql.array([...ids], 'text')})`);
  const byId = new Map(found.map((column) => [column.id, column]));
  const isOneTable = new Set(found.map(({ table_id }) => table_id)).size <= 1;
  return ids.map((id) => {
    const column = byId.get(id);
    const key = nameOf(id) ?? column?.key ?? id;
    return column && !isOneTable ? `${column.table}.${key}` : key;
  });
}

/**
 * Names of lookups, rollups and counts that read a column, directly or through formulas: what they store could not follow
 * a column whose values change by themselves.
 */
export const findVolatileReaders = (tx: CommonQueryMethods, space: string, columnId: string) =>
  tx.anyFirst(sql.type(z.object({ key: z.string() }))`
    with recursive reader (id, type, key) as (
      select ${columnId}::text, 'formula', null::text
      union
      select c.id, c.type, c.key from reader
      join tables.column_dependency as d on d.space_id = ${space} and d.reads_column_id = reader.id
      join tables.user_column as c on c.space_id = d.space_id and c.id = d.column_id and c.deleted_at is null
      where reader.type = 'formula'
    )
    select key from reader where type <> 'formula' order by key`);

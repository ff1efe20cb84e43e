import { invalidFields } from '@space/contracts/core';
import { MAX_COMPUTE_CHAIN } from '@space/contracts/tables';
import type { CommonQueryMethods } from 'slonik';
import { lockTableExclusively } from '../schema/locks.queries.ts';
import {
  bumpSchemaVersions,
  deleteDependencies,
  type Edge,
  findColumnNames,
  findConnectedTables,
  findEdges,
  findTablesOfColumns,
  insertDependencies,
  lockSpaceSchema,
} from './dependencies.queries.ts';

/**
 * Serializes changes of dependencies in a Space until the transaction ends, since two valid changes together could form
 * a cycle. Also blocks all writers of these tables and of the tables connected with them, in the order of their ids. A
 * caller without tables must take their locks itself.
 */
export async function lockSchemaChanges(tx: CommonQueryMethods, space: string, tables: readonly string[] = []): Promise<void> {
  await lockSpaceSchema(tx, space);
  if (tables.length > 0) for (const table of await findConnectedTables(tx, space, tables)) await lockTableExclusively(tx, space, table);
}

/** Replaces the stored dependencies of a column. The caller holds the lock of schema changes and has stored the column. */
export async function saveDependencies(tx: CommonQueryMethods, space: string, columnId: string, reads: readonly string[]): Promise<void> {
  await lockTablesOfColumns(tx, space, [columnId, ...reads]);
  await deleteDependencies(tx, space, columnId);
  await insertDependencies(tx, space, columnId, reads);
}

/** Gives the tables of columns, and the tables that they point to, a new schema version, after waiting for their writers. */
export const lockTablesOfColumns = async (tx: CommonQueryMethods, space: string, columnIds: readonly string[]): Promise<void> =>
  lockTables(tx, space, await findTablesOfColumns(tx, space, columnIds));

/** Blocks the writers of tables until the transaction ends and makes every cached schema of them stale. */
export async function lockTables(tx: CommonQueryMethods, space: string, tables: readonly string[]): Promise<void> {
  for (const table of tables.toSorted()) await lockTableExclusively(tx, space, table);
  await bumpSchemaVersions(tx, space, tables);
}

/**
 * Throws a 400 for a column that would read itself, with the cycle, and for a chain that is too long. Deleted columns
 * count, since a restore may bring them back.
 */
export async function assertNoCycle(
  tx: CommonQueryMethods,
  space: string,
  columnId: string,
  reads: readonly string[],
  nameOf?: (columnId: string) => string | undefined,
): Promise<void> {
  const upstream = readsOf(await findEdges(tx, space, reads, 'reads'));
  const cycle = findCycle(columnId, reads, upstream);
  if (cycle) {
    const names = await namesOf(tx, space, cycle, nameOf);
    throw configProblem(
      'circular_reference',
      `the column would be computed from itself: ${names.join(' → ')}; let one of them read something else`,
    );
  }
  const downstream = readersOf(await findEdges(tx, space, [columnId], 'readers'));
  const chain = 1 + Math.max(0, ...reads.map((id) => depth(id, upstream))) + depth(columnId, downstream) - 1;
  if (chain > MAX_COMPUTE_CHAIN)
    throw configProblem(
      'chain_too_long',
      `the column would be in a chain of ${chain} columns that read one another; at most ${MAX_COMPUTE_CHAIN} can`,
    );
}

const configProblem = (code: string, message: string) => invalidFields([{ path: 'field_config', code, message }]);

/** Returns these columns and all computed columns that read them, each after the columns that it reads. */
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

type Graph = ReadonlyMap<string, readonly string[]>;

const readsOf = (edges: readonly Edge[]): Graph => grouped(edges, 'column_id', 'reads_column_id');
const readersOf = (edges: readonly Edge[]): Graph => grouped(edges, 'reads_column_id', 'column_id');

function grouped(edges: readonly Edge[], by: keyof Edge, what: keyof Edge): Graph {
  const groups = new Map<string, string[]>();
  for (const edge of edges) groups.set(edge[by], [...(groups.get(edge[by]) ?? []), edge[what]]);
  return groups;
}

/** Returns the shortest path from `column` through the columns it would read back to itself, or undefined. */
function findCycle(column: string, reads: readonly string[], graph: Graph): string[] | undefined {
  const paths = new Map(reads.map((id) => [id, [column, id]]));
  for (const [id, cycle] of paths) {
    if (id === column) return cycle;
    for (const next of graph.get(id) ?? []) if (!paths.has(next)) paths.set(next, [...cycle, next]);
  }
  return undefined;
}

/** Returns the length of the longest chain that starts with this column. */
function depth(id: string, graph: Graph, known: Map<string, number> = new Map()): number {
  const found = known.get(id);
  if (found !== undefined) return found;
  // Set before the recursion, so that an existing cycle ends.
  known.set(id, 1);
  const deepest = 1 + Math.max(0, ...(graph.get(id) ?? []).map((next) => depth(next, graph, known)));
  known.set(id, deepest);
  return deepest;
}

/** Returns column keys, prefixed with their table if the columns are of several tables. */
async function namesOf(
  tx: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  nameOf: (columnId: string) => string | undefined = () => undefined,
): Promise<string[]> {
  const found = await findColumnNames(tx, space, ids);
  const byId = new Map(found.map((column) => [column.id, column]));
  const isOneTable = new Set(found.map(({ table_id }) => table_id)).size <= 1;
  return ids.map((id) => {
    const column = byId.get(id);
    const key = nameOf(id) ?? column?.key ?? id;
    return column && !isOneTable ? `${column.table}.${key}` : key;
  });
}

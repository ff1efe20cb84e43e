import type { Call } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import type { snapshots } from '@space/contracts/tables';
import { type Database, decodeCursor, encodeCursor, sql } from '@space/database';
import type { Ports } from '@space/runtime';
import { z } from 'zod';
import { changesBetween, noCells } from '../present/cell-changes.ts';
import { resolveLinkTitles } from '../present/resolve-link-titles.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { assertSchemaVersion, type SchemaCache } from '../schema/schema-cache.ts';
import { isSameColumn, planColumns } from './column-plan.ts';
import { findSnapshot, findStoredColumns, type SnapshotRow } from './snapshots.queries.ts';

type Diff = (typeof snapshots)['operations']['diff'];

const VersionRow = z.object({ data: z.record(z.string(), z.json()), computed: z.record(z.string(), z.json()) });
const Changed = z.object({ id: z.string(), before: VersionRow.nullable(), now: VersionRow.nullable() });

/**
 * What changed since a snapshot: columns by key, rows in the order of their ids, with the cells of the columns that are
 * live now. Only rows written since are looked at.
 */
export function diffSnapshot(ports: Ports, schemas: SchemaCache, call: Call<Diff>): Promise<OutputOf<Diff>> {
  const { input, caller } = call;
  const { database } = ports;
  return schemas.withSchema(caller.space_id, input.table_id, async (schema) => {
    const snapshot = await findSnapshot(database, schema.space_id, schema.table_id, input.snapshot_id);
    if (!snapshot) throw notFound('snapshot of this table', input.snapshot_id);
    const columns = await changedColumns(database, schema, snapshot);
    const after = input.cursor ? decodeCursor(input.cursor, 'text')[0] : '';
    const found = await changedRows(database, schema, snapshot.seq, input.limit, after);
    await assertSchemaVersion(database, schema);
    const page = found.slice(0, input.limit);
    const names = await resolveLinkTitles(
      { ...ports, schemas },
      call,
      schema,
      page.flatMap(({ before, now }) => [before ?? noCells, now ?? noCells]),
    );
    const has_more = found.length > input.limit;
    return {
      columns,
      data: page.map(({ id, before, now }) => ({
        row_id: id,
        change: before ? (now ? 'updated' : 'deleted') : 'created',
        cells: changesBetween(schema.columns, before ?? noCells, now ?? noCells, names),
      })),
      has_more,
      next_cursor: has_more ? encodeCursor([page.at(-1)!.id]) : null,
    };
  });
}

/** Keys of the columns made, changed and deleted since; a deleted one by the key it had. */
async function changedColumns(database: Database, { space_id, table_id }: Schema, { columns }: SnapshotRow) {
  const live = await findStoredColumns(database, space_id, table_id);
  const { removed, reinstated, reverted } = planColumns(live, columns);
  const keyOf = new Map(live.map(({ id, key }) => [id, key]));
  // How far a column has been worked out is no change of it.
  const changed = reverted.filter((column) => {
    const now = live.find(({ id }) => id === column.id)!;
    return !isSameColumn({ ...column, status: now.status, error: now.error }, now);
  });
  return {
    created: removed.map(({ key }) => key),
    changed: changed.map(({ id }) => keyOf.get(id)!),
    deleted: reinstated.map(({ key }) => key),
  };
}

/** The rows that differ, one more than a page has when there are as many. Those whose differences are in no column that is live are passed over. */
async function changedRows(
  database: Database,
  schema: Schema,
  seq: number,
  limit: number,
  after: string,
): Promise<readonly z.infer<typeof Changed>[]> {
  const found: z.infer<typeof Changed>[] = [];
  for (let from = after; ; ) {
    const chunk = await database.any(sql.type(Changed)`
      with old as (
        select row_id collate "C" as id, jsonb_build_object('data', data, 'computed', computed) as cells from tables.row_history
        where table_id = ${schema.table_id} and to_seq > ${seq} and from_seq <= ${seq}
      ),
      new as (
        select id, jsonb_build_object('data', data, 'computed', computed) as cells from ${rowTableSql(schema.row_table)} where seq > ${seq}
      )
      select id, old.cells as before, new.cells as now from old full join new using (id)
      where id > ${from} and old.cells is distinct from new.cells order by id limit ${limit + 1}`);
    for (const row of chunk)
      if (!row.before || !row.now || Object.keys(changesBetween(schema.columns, row.before, row.now, {})).length > 0) found.push(row);
    if (found.length > limit || chunk.length <= limit) return found;
    from = chunk.at(-1)!.id;
  }
}

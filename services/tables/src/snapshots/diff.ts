import type { Call } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import type { snapshots } from '@space/contracts/tables';
import { type Database, decodeCursor, encodeCursor } from '@space/database';
import type { Ports } from '@space/runtime';
import { changesThatFit, noCells } from '../present/cell-changes.ts';
import { resolveLinkTitles } from '../present/resolve-link-titles.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { isSameColumn, planColumns } from './column-plan.ts';
import { findChangedRows } from './diff.queries.ts';
import { findSnapshot, findStoredColumns, type SnapshotRow } from './snapshots.queries.ts';

type Diff = (typeof snapshots)['operations']['diff'];

/**
 * Returns the changes since a snapshot: columns by key, and rows ordered by id with the cells of live columns. Only
 * rows written since the snapshot are read.
 */
export function diffSnapshot(ports: Ports, schemas: SchemaCache, call: Call<Diff>): Promise<OutputOf<Diff>> {
  const { input, caller } = call;
  const { database } = ports;
  return schemas.withSchema(caller.space_id, input.table_id, async (schema) => {
    const snapshot = await findSnapshot(database, schema.space_id, schema.table_id, input.snapshot_id);
    if (!snapshot) throw notFound('snapshot of this table', input.snapshot_id);
    const columns = await changedColumns(database, schema, snapshot);
    const after = input.cursor ? decodeCursor(input.cursor, 'text')[0] : '';
    const { rows: page, has_more: has_more_rows } = await findChangedRows(database, schema, snapshot.seq, input.limit, after);
    await assertSchemaVersion(database, schema);
    const pairs = page.map(({ before, now }) => ({ from: before ?? noCells, to: now ?? noCells }));
    const names = await resolveLinkTitles(
      { ...ports, schemas },
      call,
      schema,
      pairs.flatMap(({ from, to }) => [from, to]),
    );
    const shown = changesThatFit(schema.columns, pairs, names);
    const has_more = has_more_rows || shown.length < page.length;
    return {
      columns,
      data: shown.map((cells, index) => {
        const { id, before, now } = page[index]!;
        return { row_id: id, change: before ? (now ? 'updated' : 'deleted') : 'created', cells };
      }),
      has_more,
      next_cursor: has_more ? encodeCursor([page[shown.length - 1]!.id]) : null,
    };
  });
}

/** Returns the keys of the columns created, changed and deleted since the snapshot. A deleted column has its former key. */
async function changedColumns(database: Database, { space_id, table_id }: Schema, { columns }: SnapshotRow) {
  const live = await findStoredColumns(database, space_id, table_id);
  const { removed, reinstated, reverted } = planColumns(live, columns);
  const keyOf = new Map(live.map(({ id, key }) => [id, key]));
  // The progress of a computation is no change of the column.
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

import { z } from 'zod';
import { Deleted, id, nonEmptyLine, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { MAX_SNAPSHOTS_PER_TABLE } from './limits.ts';
import { tableRestored, tableSnapshotCreated, tableSnapshotDeleted } from './tables.events.ts';

const tableId = { table_id: id('table') };
const snapshotId = { ...tableId, snapshot_id: id('snapshot') };

/** A save point of a table: schema, rows and views (contract, T13). */
export const Snapshot = z
  .object({
    ...resource,
    table_id: z.string(),
    label: z.string().nullable(),
    kind: z
      .enum(['manual', 'before_restore', 'before_import', 'before_change'])
      .describe('manual for one that was asked for; the others were taken before an operation, to undo it'),
    row_count: z.int(),
    created_by: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  })
  .meta({ id: 'Snapshot' });

/** The Time Machine: save points of a table and the way back (contract, T13). */
export const snapshots = contract({
  name: 'snapshots',
  family: 'table_snapshots',
  service: 'tables',
  tag: 'Snapshots',
  description: 'The Time Machine: a snapshot copies nothing and takes milliseconds; restoring one is atomic and can itself be undone.',
  operations: {
    list: operation({
      summary: 'List the snapshots of a table',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/snapshots', status: 200 },
      tools: [{ name: 'list_table_snapshots', family: 'table_snapshots', action: 'list' }],
      input: z.strictObject({ ...tableId, sort: sortBy(['created_at'], '-created_at'), limit, cursor, include_total: includeTotal }),
      output: page(Snapshot),
    }),
    get: operation({
      summary: 'Read a snapshot',
      description: 'Its time, its author and the number of rows that the table had, not the rows themselves.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/snapshots/:snapshot_id', status: 200 },
      tools: [{ name: 'get_table_snapshot', family: 'table_snapshots', action: 'get' }],
      input: z.strictObject(snapshotId),
      output: Snapshot,
    }),
    create: operation({
      summary: 'Take a snapshot of a table',
      description: `Schema, rows and views as they are now. A table keeps at most ${MAX_SNAPSHOTS_PER_TABLE}.`,
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/snapshots', status: 201 },
      tools: [{ name: 'create_table_snapshot', family: 'table_snapshots', action: 'create' }],
      input: z.strictObject({ ...tableId, label: nonEmptyLine(200).optional().describe('A name to find it by') }),
      output: Snapshot,
      emits: [tableSnapshotCreated],
      undo: ({ table_id }, { id: snapshot_id }) => ({ tool: 'delete_table_snapshot', arguments: { table_id, snapshot_id } }),
      problems: ['limit_reached'],
      example: { table_id: 'tbl_01jd0000000000000000000000', label: 'Before the clean-up' },
    }),
    restore: operation({
      summary: 'Bring a table back to a snapshot',
      description:
        'Restores schema, rows and views in one transaction: all changes of the table since are undone, those of others too. A snapshot of the current state is taken first: restoring undo_snapshot_id undoes the restore exactly. Comments and share links stay; a link to a view that was created later shows nothing until that view is restored.',
      scope: 'tables:write',
      route: { method: 'POST', path: '/tables/:table_id/snapshots/:snapshot_id/restore', status: 200 },
      tools: [{ name: 'restore_table_snapshot', family: 'table_snapshots', action: 'restore' }],
      effects: ['destructive'],
      input: z.strictObject(snapshotId),
      output: z.object({
        snapshot_id: z.string(),
        undo_snapshot_id: z.string(),
        rows: z.object({
          reinstated: z.int().describe('Deleted rows that came back'),
          reverted: z.int().describe('Changed rows that became what they were'),
          removed: z.int().describe('Rows made since, now gone'),
        }),
        columns_changed: z.int(),
        views_changed: z.int(),
        warnings: z.array(z.string()),
      }),
      emits: [tableRestored],
      undo: ({ table_id }, { undo_snapshot_id }) => ({
        tool: 'restore_table_snapshot',
        arguments: { table_id, snapshot_id: undo_snapshot_id },
      }),
      problems: ['conflict'],
      deadline_ms: 60_000,
    }),
    diff: operation({
      summary: 'Compare a snapshot with the table as it is now',
      description: 'Lists the rows and columns that were created, changed and deleted since.',
      scope: 'tables:read',
      route: { method: 'GET', path: '/tables/:table_id/snapshots/:snapshot_id/diff', status: 200 },
      tools: [{ name: 'diff_table_snapshot', family: 'table_snapshots', action: 'diff' }],
      input: z.strictObject({ ...snapshotId, limit, cursor }),
      output: z.object({
        columns: z.object({ created: z.array(z.string()), changed: z.array(z.string()), deleted: z.array(z.string()) }),
        data: z.array(
          z.object({
            row_id: z.string(),
            change: z.enum(['created', 'updated', 'deleted']),
            cells: z.record(z.string(), z.object({ from: z.json(), to: z.json() })),
          }),
        ),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      }),
    }),
    delete: operation({
      summary: 'Delete a snapshot',
      description: 'The table stays as it is; it can no longer be brought back to this point.',
      scope: 'tables:write',
      route: { method: 'DELETE', path: '/tables/:table_id/snapshots/:snapshot_id', status: 200 },
      tools: [{ name: 'delete_table_snapshot', family: 'table_snapshots', action: 'delete' }],
      input: z.strictObject(snapshotId),
      output: Deleted,
      emits: [tableSnapshotDeleted],
      no_undo: 'the state that the snapshot stored is gone',
    }),
  },
});

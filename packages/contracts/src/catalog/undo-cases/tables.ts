import type { UndoCases } from './undo-case.ts';

const row = { table_id: 'tbl_1', row_id: 'row_1' };
const table = { table_id: 'tbl_1' };
const column = { ...table, column_id: 'col_1' };
const view = { ...table, view_id: 'viw_1' };
const link = { ...table, link_id: 'shr_1' };
const revert = { tool: 'revert_table_row', arguments: { ...row, version: 7 } };
const archive = (archived: boolean) => ({ tool: 'update_table', arguments: { ...table, archived } });
const versions = [{ row_id: 'row_1', version: 7 }];
const revertTo = (before: readonly object[]) => ({
  tool: 'revert_table_rows',
  arguments: { ...table, versions: before, skip_changed: true },
});
const revertAll = revertTo(versions);
const revertChange = { tool: 'revert_table_rows', arguments: { ...table, snapshot_id: 'snp_1' } };
const filters = [{ column_key: 'name', op: 'is_empty' }];
const restore = { tool: 'restore_table_snapshot', arguments: { ...table, snapshot_id: 'snp_1' } };

/** The undo of changes of tables, columns, rows, views, comments, share links and snapshots. */
export const tableUndoCases: UndoCases = {
  cases: [
    ['delete_table', 'unarchives a table that it archived', table, { archived: true, was_archived: false }, archive(false)],
    ['delete_table', 'has no undo for a table that was archived before', table, { archived: true, was_archived: true }, null],
    ['delete_table', 'has no undo for a hard delete', { ...table, hard: true }, { archived: false, was_archived: false }, null],
    [
      'create_table',
      'deletes the table',
      { name: 'Deals' },
      { id: 'tbl_1' },
      { tool: 'delete_table', arguments: { ...table, hard: true } },
    ],
    [
      'update_table',
      'unarchives a table that it archived',
      { ...table, archived: true },
      { changed: ['archived'], before: { archived: false } },
      archive(false),
    ],
    [
      'update_table',
      'restores the earlier values',
      { ...table, archived: true, icon: 'x' },
      { changed: ['icon', 'archived'], before: { icon: null, archived: false } },
      { tool: 'update_table', arguments: { ...table, icon: null, archived: false } },
    ],
    ['update_table', 'has no undo when it changed nothing', { ...table, archived: true }, { changed: [], before: {} }, null],
    [
      'create_table_column',
      'deletes the column',
      { ...table, key: 'a', label: 'A', type: 'text' },
      { id: 'col_1' },
      { tool: 'delete_table_column', arguments: column },
    ],
    [
      'update_table_column',
      'restores the earlier values',
      { ...column, label: 'B', options: ['x'] },
      { before: { label: 'A', options: [{ id: 'y', name: 'y' }] }, snapshot_id: null },
      { tool: 'update_table_column', arguments: { ...column, label: 'A', options: [{ id: 'y', name: 'y' }] } },
    ],
    [
      'update_table_column',
      'restores the snapshot taken before cells were converted',
      { ...column, type: 'number' },
      { before: { type: 'text' }, snapshot_id: 'snp_1' },
      restore,
    ],
    ['update_table_column', 'has no undo when it changed nothing', { ...column, label: 'A' }, { before: {}, snapshot_id: null }, null],
    ['delete_table_column', 'restores the snapshot taken before', column, { snapshot_id: 'snp_1' }, restore],
    [
      'create_table_view',
      'deletes the view',
      { ...table, name: 'Open' },
      { id: 'viw_1', is_default: false },
      { tool: 'delete_table_view', arguments: view },
    ],
    ['create_table_view', 'has no undo for a default view', { ...table, name: 'Open' }, { id: 'viw_1', is_default: true }, null],
    [
      'update_table_view',
      'restores the earlier values',
      { ...view, name: 'Open', config: {} },
      { before: { name: 'All', config: { sort: [] } } },
      { tool: 'update_table_view', arguments: { ...view, name: 'All', config: { sort: [] } } },
    ],
    ['update_table_view', 'has no undo for a new default view', { ...view, is_default: true }, { before: { is_default: false } }, null],
    ['update_table_view', 'has no undo when it changed nothing', { ...view, name: 'All' }, { before: {} }, null],
    [
      'delete_table_view',
      'makes the view again',
      view,
      { before: { name: 'All', type: 'grid', config: {} }, revoked_links: 0 },
      { tool: 'create_table_view', arguments: { ...table, name: 'All', type: 'grid', config: {} } },
    ],
    ['delete_table_view', 'has no undo when share links were revoked', view, { before: { name: 'All' }, revoked_links: 1 }, null],
    [
      'create_row_comment',
      'deletes the comment',
      { ...row, body: 'x' },
      { id: 'cmt_1' },
      { tool: 'delete_row_comment', arguments: { ...row, comment_id: 'cmt_1' } },
    ],
    ['create_table_share_link', 'revokes the link', table, { id: 'shr_1' }, { tool: 'delete_table_share_link', arguments: link }],
    [
      'update_table_share_link',
      'restores the earlier values',
      { ...link, name: 'a', password: 'hunter22' },
      { changed: ['name', 'password'], before: { name: null, password: null } },
      { tool: 'update_table_share_link', arguments: { ...link, name: null, password: null } },
    ],
    [
      'update_table_share_link',
      'has no undo for a replaced password',
      { ...link, password: 'hunter22' },
      { changed: ['password'], before: {} },
      null,
    ],
    ['update_table_share_link', 'has no undo when it changed nothing', link, { changed: [], before: {} }, null],
    [
      'create_table_snapshot',
      'deletes the snapshot',
      table,
      { id: 'snp_1' },
      { tool: 'delete_table_snapshot', arguments: { ...table, snapshot_id: 'snp_1' } },
    ],
    [
      'restore_table_snapshot',
      'restores the snapshot taken before',
      { ...table, snapshot_id: 'snp_2' },
      { undo_snapshot_id: 'snp_1' },
      restore,
    ],
    ['import_table_rows', 'reverts its rows', { ...table, csv: 'name' }, { snapshot_id: 'snp_1' }, revertChange],
    ['import_table_rows', 'has no undo when it imported nothing', { ...table, csv: 'name' }, { snapshot_id: null }, null],
    ['update_table_row', 'reverts to the previous version', { ...row, data: {} }, { previous_version: 7 }, revert],
    ['update_table_row', 'has no undo when it changed nothing', { ...row, data: {} }, { previous_version: null }, null],
    ['revert_table_row', 'reverts to the previous version', { ...row, version: 3 }, { previous_version: 7 }, revert],
    ['create_table_row', 'deletes the row', { ...table, data: {} }, { id: 'row_1' }, { tool: 'delete_table_row', arguments: row }],
    [
      'create_table_rows',
      'deletes the rows that are as it created them',
      { ...table, rows: [{}] },
      { data: [{ id: 'row_1' }] },
      revertTo([{ row_id: 'row_1', version: null }]),
    ],
    [
      'update_table_rows',
      'reverts each row',
      { ...table, updates: [{ row_id: 'row_1', data: {} }] },
      { previous_versions: versions },
      revertAll,
    ],
    [
      'update_table_rows',
      'has no undo when the versions are not everything',
      { ...table, updates: [{ row_id: 'row_1', data: {} }] },
      { previous_versions: null },
      null,
    ],
    ['delete_table_rows', 'reverts each row', { ...table, row_ids: ['row_1'] }, { previous_versions: versions }, revertAll],
    ['upsert_table_rows', 'reverts each row', { ...table, key: 'code', rows: [{}] }, { previous_versions: versions }, revertAll],
    ['upsert_table_rows', 'has no undo when it changed nothing', { ...table, key: 'code', rows: [{}] }, { previous_versions: [] }, null],
    ['revert_table_rows', 'reverts each row', { ...table, versions }, { previous_versions: versions, snapshot_id: null }, revertAll],
    [
      'revert_table_rows',
      'reverts the revert of a change',
      { ...table, snapshot_id: 'snp_2' },
      { previous_versions: null, snapshot_id: 'snp_1' },
      revertChange,
    ],
    [
      'revert_table_rows',
      'has no undo when it changed nothing',
      { ...table, snapshot_id: 'snp_2' },
      { previous_versions: null, snapshot_id: null },
      null,
    ],
    ['update_matching_table_rows', 'reverts its rows', { ...table, filters, data: {} }, { updated: 2, snapshot_id: 'snp_1' }, revertChange],
    [
      'update_matching_table_rows',
      'has no undo when it changed nothing',
      { ...table, filters, data: {} },
      { updated: 0, snapshot_id: 'snp_1' },
      null,
    ],
    ['delete_matching_table_rows', 'reverts its rows', { ...table, filters }, { snapshot_id: 'snp_1' }, revertChange],
    ['delete_matching_table_rows', 'has no undo when no row matched', { ...table, filters }, { snapshot_id: null }, null],
    ['delete_table_row', 'reverts to the previous version', row, { previous_version: 7 }, revert],
  ],
  missing: [],
};

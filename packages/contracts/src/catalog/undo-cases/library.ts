import type { UndoCases } from './undo-case.ts';

const id = 'x_1';
const call = (tool: string, args: Readonly<Record<string, unknown>> = {}) => ({ tool, arguments: { id, ...args } });
const of = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, arguments: args });

/** The undo of changes of folders and assets. */
export const libraryUndoCases: UndoCases = {
  cases: [
    ['create_folder', 'deletes the folder', { name: 'A' }, { id }, call('delete_folder')],
    ['update_folder', 'restores the values before', { id, name: 'B' }, { id, before: { name: 'A' } }, call('update_folder', { name: 'A' })],
    ['update_folder', 'has no undo when it changed nothing', { id }, { id, before: {} }, null],
    ['delete_folder', 'restores the folder', { id }, { id, was_trashed: false, moved: 0 }, call('restore_folder')],
    ['delete_folder', 'has no undo when it was in the trash', { id }, { id, was_trashed: true, moved: 0 }, null],
    ['delete_folder', 'has no undo when it is for good', { id, permanent: true }, { id, was_trashed: false, moved: 0 }, null],
    ['delete_folder', 'has no undo when it moved what was in it', { id, contents: 'move_up' }, { id, was_trashed: false, moved: 2 }, null],
    [
      'restore_folder',
      'deletes it with its contents',
      { id },
      { id, was_trashed: true },
      call('delete_folder', { contents: 'trash', force: true }),
    ],
    ['restore_folder', 'has no undo when it was not in the trash', { id }, { id, was_trashed: false }, null],
    ['create_asset', 'deletes the asset', { name: 'a.txt', content_base64: '' }, { id }, call('delete_asset')],
    ['update_asset', 'restores the values before', { id, name: 'b' }, { id, before: { name: 'a' } }, call('update_asset', { name: 'a' })],
    ['update_asset', 'has no undo when it changed nothing', { id }, { id, before: {} }, null],
    ['delete_asset', 'restores the asset', { id }, { id, was_trashed: false }, call('restore_asset')],
    ['delete_asset', 'has no undo when it is for good', { id, permanent: true }, { id, was_trashed: false }, null],
    ['delete_asset', 'has no undo when it was in the trash', { id }, { id, was_trashed: true }, null],
    ['restore_asset', 'deletes the asset', { id }, { id, was_trashed: true }, call('delete_asset', { force: true })],
    ['restore_asset', 'has no undo when it was not in the trash', { id }, { id, was_trashed: false }, null],
    [
      'move_assets',
      'moves each back',
      { ids: [id], folder_id: 'fld_1' },
      { before: [{ id, folder_id: null }] },
      of('move_assets', { moves: [{ id, folder_id: null }] }),
    ],
    ['move_assets', 'has no undo when it moved none', { ids: [id], folder_id: null }, { before: [] }, null],
    [
      'delete_assets',
      'restores those that were not in the trash',
      { ids: [id, 'x_2'] },
      { deleted_ids: [id] },
      of('restore_assets', { ids: [id] }),
    ],
    ['delete_assets', 'has no undo when it is for good', { ids: [id], permanent: true }, { deleted_ids: [id] }, null],
    ['delete_assets', 'has no undo when all were in the trash', { ids: [id] }, { deleted_ids: [] }, null],
    [
      'restore_assets',
      'deletes those that were in the trash',
      { ids: [id, 'x_2'] },
      { restored_ids: [id] },
      of('delete_assets', { ids: [id], force: true }),
    ],
    ['restore_assets', 'has no undo when none was in the trash', { ids: [id] }, { restored_ids: [] }, null],
    [
      'replace_asset',
      'brings the former file back',
      { id, content_base64: '' },
      { id, previous_version: 3, previous_name: null },
      call('restore_asset_version', { version: 3 }),
    ],
    [
      'replace_asset',
      'brings the former name back too',
      { id, content_base64: '', name: 'b.txt' },
      { id, previous_version: 3, previous_name: 'a.txt' },
      call('restore_asset_version', { version: 3, restore_name: true }),
    ],
    [
      'replace_asset',
      'has no undo when it had the bytes',
      { id, content_base64: '' },
      { id, previous_version: null, previous_name: null },
      null,
    ],
    [
      'restore_asset_version',
      'brings the file before back',
      { id, version: 1 },
      { id, previous_version: 3, previous_name: null },
      call('restore_asset_version', { version: 3 }),
    ],
    [
      'restore_asset_version',
      'has no undo when it had the file',
      { id, version: 1 },
      { id, previous_version: null, previous_name: null },
      null,
    ],
    ['publish_asset', 'makes it private', { id }, { id, was_public: false }, call('publish_asset', { publish: false })],
    ['publish_asset', 'has no undo when it was public', { id }, { id, was_public: true }, null],
    ['create_asset_upload', 'cancels the upload', { name: 'a.mp4', size: 1 }, { id }, call('cancel_asset_upload')],
  ],
  missing: [],
};

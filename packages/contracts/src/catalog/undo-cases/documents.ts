import type { UndoCases } from './undo-case.ts';

const id = 'doc_1';
const call = (tool: string, args: Readonly<Record<string, unknown>> = {}) => ({ tool, arguments: { id, ...args } });
const of = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, arguments: args });
const edits = [{ op: 'append', markdown: 'a' }];

/** The undo of changes of documents. */
export const documentUndoCases: UndoCases = {
  cases: [
    ['create_document', 'deletes the document', { title: 'A' }, { id }, call('delete_document')],
    ['import_document', 'deletes the document', { asset_id: 'ast_1' }, { id }, call('delete_document')],
    [
      'update_document',
      'restores the values before',
      { id, title: 'B' },
      { id, before: { title: 'A' } },
      call('update_document', { title: 'A' }),
    ],
    ['update_document', 'has no undo when it changed nothing', { id }, { id, before: {} }, null],
    [
      'edit_document',
      'takes the change back',
      { id, edits },
      { id, version: 3, previous_version: 2 },
      call('revert_document', { version: 3, only: 'change' }),
    ],
    ['edit_document', 'has no undo when it changed nothing', { id, edits }, { id, version: 2, previous_version: 2 }, null],
    [
      'revert_document',
      'takes the change back',
      { id, version: 2 },
      { id, version: 4, previous_version: 3 },
      call('revert_document', { version: 4, only: 'change' }),
    ],
    ['revert_document', 'has no undo when it changed nothing', { id, version: 2 }, { id, version: 3, previous_version: 3 }, null],
    ['delete_document', 'restores the document', { id }, { id, was_trashed: false }, call('restore_document')],
    ['delete_document', 'has no undo when it is for good', { id, permanent: true }, { id, was_trashed: false }, null],
    ['delete_document', 'has no undo when it was in the trash', { id }, { id, was_trashed: true }, null],
    ['restore_document', 'deletes the document', { id }, { id, was_trashed: true }, call('delete_document')],
    ['restore_document', 'has no undo when it was not in the trash', { id }, { id, was_trashed: false }, null],
    [
      'move_documents',
      'moves each back',
      { ids: [id], folder_id: 'fld_1' },
      { before: [{ id, folder_id: null }] },
      of('move_documents', { moves: [{ id, folder_id: null }] }),
    ],
    ['move_documents', 'has no undo when it moved none', { ids: [id], folder_id: null }, { before: [] }, null],
    [
      'delete_documents',
      'restores those that were not in the trash',
      { ids: [id, 'doc_2'] },
      { deleted_ids: [id] },
      of('restore_documents', { ids: [id] }),
    ],
    ['delete_documents', 'has no undo when it is for good', { ids: [id], permanent: true }, { deleted_ids: [id] }, null],
    ['delete_documents', 'has no undo when all were in the trash', { ids: [id] }, { deleted_ids: [] }, null],
    [
      'restore_documents',
      'deletes those that were in the trash',
      { ids: [id, 'doc_2'] },
      { restored_ids: [id] },
      of('delete_documents', { ids: [id] }),
    ],
    ['restore_documents', 'has no undo when none was in the trash', { ids: [id] }, { restored_ids: [] }, null],
    [
      'create_document_version',
      'takes the name away',
      { id, label: 'A' },
      { id, version: 2, label: 'A', label_before: null },
      call('update_document_version', { version: 2, label: null }),
    ],
    [
      'update_document_version',
      'gives the name before',
      { id, version: 2, label: 'B' },
      { id, version: 2, label: 'B', label_before: 'A' },
      call('update_document_version', { version: 2, label: 'A' }),
    ],
    [
      'update_document_version',
      'has no undo when it had the name',
      { id, version: 2, label: 'A' },
      { id, version: 2, label: 'A', label_before: 'A' },
      null,
    ],
  ],
  missing: [],
};

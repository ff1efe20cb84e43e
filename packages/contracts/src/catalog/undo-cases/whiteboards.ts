import type { UndoCases } from './undo-case.ts';
import { whiteboardSharingCases as sharingCases } from './whiteboard-sharing.ts';

const id = 'wbd_1';
const call = (tool: string, args: Readonly<Record<string, unknown>> = {}) => ({ tool, arguments: { id, ...args } });
const of = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, arguments: args });

/** Calls that change elements, by tool. */
const changes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  create_whiteboard_elements: { elements: [{ type: 'sticky', text: 'a' }] },
  update_whiteboard_elements: { elements: [{ element_id: 'elm_1', text: 'b' }] },
  delete_whiteboard_elements: { element_ids: ['elm_1'] },
  create_whiteboard_diagram: { nodes: [{ ref: 'a' }] },
  arrange_whiteboard: { element_ids: ['elm_1'] },
  import_whiteboard: { format: 'jsoncanvas', content: { nodes: [], edges: [] } },
  revert_whiteboard: { version: 2 },
  push_whiteboard_update: { update_base64: 'AAA=' },
};

const elementCases = Object.entries(changes).flatMap(([tool, input]): UndoCases['cases'] => [
  [
    tool,
    'takes the change back',
    { id, ...input },
    { id, version: 4, previous_version: 3 },
    call('revert_whiteboard', { version: 4, only: 'change' }),
  ],
  [tool, 'has no undo when it changed nothing', { id, ...input }, { id, version: 3, previous_version: 3 }, null],
]);

/** The undo of changes of whiteboards. */
export const whiteboardUndoCases: UndoCases = {
  cases: [
    ['create_whiteboard', 'deletes the whiteboard', { title: 'A' }, { id }, call('delete_whiteboard')],
    [
      'update_whiteboard',
      'restores the values before',
      { id, title: 'B' },
      { id, before: { title: 'A' } },
      call('update_whiteboard', { title: 'A' }),
    ],
    ['update_whiteboard', 'has no undo when it changed nothing', { id }, { id, before: {} }, null],
    ...elementCases,
    ['delete_whiteboard', 'restores the whiteboard', { id }, { id, was_trashed: false }, call('restore_whiteboard')],
    ['delete_whiteboard', 'has no undo when it is for good', { id, permanent: true }, { id, was_trashed: false }, null],
    ['delete_whiteboard', 'has no undo when it was in the trash', { id }, { id, was_trashed: true }, null],
    ['restore_whiteboard', 'deletes the whiteboard', { id }, { id, was_trashed: true }, call('delete_whiteboard')],
    ['restore_whiteboard', 'has no undo when it was not in the trash', { id }, { id, was_trashed: false }, null],
    [
      'move_whiteboards',
      'moves each back',
      { ids: [id], folder_id: 'fld_1' },
      { before: [{ id, folder_id: null }] },
      of('move_whiteboards', { moves: [{ id, folder_id: null }] }),
    ],
    ['move_whiteboards', 'has no undo when it moved none', { ids: [id], folder_id: null }, { before: [] }, null],
    [
      'delete_whiteboards',
      'restores those that were not in the trash',
      { ids: [id, 'wbd_2'] },
      { deleted_ids: [id] },
      of('restore_whiteboards', { ids: [id] }),
    ],
    ['delete_whiteboards', 'has no undo when it is for good', { ids: [id], permanent: true }, { deleted_ids: [id] }, null],
    ['delete_whiteboards', 'has no undo when all were in the trash', { ids: [id] }, { deleted_ids: [] }, null],
    [
      'restore_whiteboards',
      'deletes those that were in the trash',
      { ids: [id, 'wbd_2'] },
      { restored_ids: [id] },
      of('delete_whiteboards', { ids: [id] }),
    ],
    ['restore_whiteboards', 'has no undo when none was in the trash', { ids: [id] }, { restored_ids: [] }, null],
    [
      'create_whiteboard_version',
      'takes the name away',
      { id, label: 'A' },
      { id, version: 2, label: 'A', label_before: null },
      call('update_whiteboard_version', { version: 2, label: null }),
    ],
    [
      'update_whiteboard_version',
      'gives the name before',
      { id, version: 2, label: 'B' },
      { id, version: 2, label: 'B', label_before: 'A' },
      call('update_whiteboard_version', { version: 2, label: 'A' }),
    ],
    [
      'update_whiteboard_version',
      'has no undo when it had the name',
      { id, version: 2, label: 'A' },
      { id, version: 2, label: 'A', label_before: 'A' },
      null,
    ],
    ...sharingCases,
  ],
  missing: [],
};

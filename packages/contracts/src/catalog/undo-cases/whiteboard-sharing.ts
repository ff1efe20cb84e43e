import type { UndoCases } from './undo-case.ts';

const id = 'wbd_1';
const call = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, arguments: { id, ...args } });
const comment = { whiteboard_id: id, id: 'wcm_1' };
const link_id = 'wsh_1';

/** The undo of changes of comments and share links of whiteboards. */
export const whiteboardSharingCases: UndoCases['cases'] = [
  [
    'create_whiteboard_comment',
    'deletes the comment',
    { id, body: 'A' },
    comment,
    call('delete_whiteboard_comment', { comment_id: 'wcm_1' }),
  ],
  [
    'update_whiteboard_comment',
    'restores the text before',
    { id, comment_id: 'wcm_1', body: 'B' },
    { ...comment, before: { body: 'A' } },
    call('update_whiteboard_comment', { comment_id: 'wcm_1', body: 'A' }),
  ],
  ['update_whiteboard_comment', 'has no undo when it changed nothing', { id, comment_id: 'wcm_1' }, { ...comment, before: {} }, null],
  [
    'resolve_whiteboard_comment',
    'opens the thread again',
    { id, comment_id: 'wcm_1' },
    { ...comment, was_resolved: false },
    call('resolve_whiteboard_comment', { comment_id: 'wcm_1', resolved: false }),
  ],
  ['resolve_whiteboard_comment', 'has no undo when it was resolved', { id, comment_id: 'wcm_1' }, { ...comment, was_resolved: true }, null],
  ['create_whiteboard_share_link', 'revokes the link', { id }, { id: link_id }, call('delete_whiteboard_share_link', { link_id })],
  [
    'update_whiteboard_share_link',
    'restores the fields before',
    { id, link_id, name: 'B' },
    { id: link_id, changed: ['name'], before: { name: 'A' } },
    call('update_whiteboard_share_link', { link_id, name: 'A' }),
  ],
  [
    'update_whiteboard_share_link',
    'has no undo for a password that replaced another one',
    { id, link_id, password: 'another horse' },
    { id: link_id, changed: ['password'], before: {} },
    null,
  ],
];

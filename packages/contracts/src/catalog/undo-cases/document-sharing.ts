import type { UndoCases } from './undo-case.ts';

const id = 'doc_1';
const call = (tool: string, args: Readonly<Record<string, unknown>>) => ({ tool, arguments: { id, ...args } });
const comment = { document_id: id, id: 'dcm_1' };
const link_id = 'dsh_1';
const published = { slug: 'a', version: 2 };

/** The undo of changes of comments, share links and publications of documents. */
export const documentSharingCases: UndoCases['cases'] = [
  ['create_document_comment', 'deletes the comment', { id, body: 'A' }, comment, call('delete_document_comment', { comment_id: 'dcm_1' })],
  [
    'update_document_comment',
    'restores the text before',
    { id, comment_id: 'dcm_1', body: 'B' },
    { ...comment, before: { body: 'A' } },
    call('update_document_comment', { comment_id: 'dcm_1', body: 'A' }),
  ],
  ['update_document_comment', 'has no undo when it changed nothing', { id, comment_id: 'dcm_1' }, { ...comment, before: {} }, null],
  [
    'resolve_document_comment',
    'opens the thread again',
    { id, comment_id: 'dcm_1' },
    { ...comment, was_resolved: false },
    call('resolve_document_comment', { comment_id: 'dcm_1', resolved: false }),
  ],
  ['resolve_document_comment', 'has no undo when it was resolved', { id, comment_id: 'dcm_1' }, { ...comment, was_resolved: true }, null],
  ['create_document_share_link', 'revokes the link', { id }, { id: link_id }, call('delete_document_share_link', { link_id })],
  [
    'update_document_share_link',
    'restores the fields before',
    { id, link_id, name: 'B' },
    { id: link_id, changed: ['name'], before: { name: 'A' } },
    call('update_document_share_link', { link_id, name: 'A' }),
  ],
  [
    'update_document_share_link',
    'has no undo for a password that replaced another one',
    { id, link_id, password: 'another horse' },
    { id: link_id, changed: ['password'], before: {} },
    null,
  ],
  [
    'publish_document',
    'takes the document down',
    { id },
    { id, published, was_published: null },
    call('publish_document', { publish: false }),
  ],
  [
    'publish_document',
    'shows the version before at its address',
    { id, publish: false },
    { id, published: null, was_published: published },
    call('publish_document', published),
  ],
  ['publish_document', 'has no undo when it changed nothing', { id }, { id, published, was_published: published }, null],
];

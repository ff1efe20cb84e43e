import {
  type CommentAnchor,
  type DocumentComment,
  documentCommentDeleted,
  documentCommented,
  documentCommentResolved,
  documentMentioned,
  MAX_DOCUMENT_COMMENTS,
} from '@space/contracts/documents';
import type { Anchor } from '@space/rich-text';
import type { CommonQueryMethods } from 'slonik';
import type { CommentedThings, CommentInThread, CommentTypes } from '../../comments/commented-things.ts';
import { loadPresent } from '../../contents/storage/load-state.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findDocument, lockDocuments } from '../rows/find-document.ts';
import { anchorOf, type DocumentCommentRow, wireComment } from './comment-row.ts';
import { documentCommentTable } from './comment-table-sql.ts';

/** The types of comments on documents. */
interface Types extends CommentTypes {
  readonly thing: DocumentRow;
  readonly row: DocumentCommentRow;
  readonly place: Anchor;
  readonly state: CommentAnchor;
  readonly wire: DocumentComment;
  readonly written: typeof documentCommented | typeof documentMentioned;
  readonly resolved: typeof documentCommentResolved;
  readonly deleted: typeof documentCommentDeleted;
}

/** Returns documents as things that people comment on. The state of a place is what is left of it in the present content. */
export const commentedDocuments = ({ ports: { database }, texts }: Pick<DocumentPorts, 'ports' | 'texts'>): CommentedThings<Types> => ({
  table: documentCommentTable,
  prefix: 'dcm',
  limit: MAX_DOCUMENT_COMMENTS,
  find: findDocument,
  lock: async (tx, space, id) => (await lockDocuments(tx, space, [id]))[0]!,
  async findStates(document, rows) {
    const anchored = rows.flatMap((row) => {
      const anchor = anchorOf(row);
      return anchor ? [{ id: row.id, anchor }] : [];
    });
    if (anchored.length === 0) return new Map();
    const state = await loadPresent(database, texts, document.space_id, document);
    const found = await texts.run(document.space_id, 'find_anchors', { state, anchors: anchored.map(({ anchor }) => anchor) });
    return new Map(anchored.map(({ id }, at) => [id, found[at]!.anchor]));
  },
  wire: wireComment,
  async announceWritten(tx, written, { edited, mentioned_ids }) {
    const data = await commentData(tx, written);
    tx.emit(documentCommented, { ...data, edited });
    if (mentioned_ids.length === 0) return;
    const { comment_id, block_id, parent_id: _parent, body: _body, quote: _quote, mentioned_ids: _all, ...about } = data;
    tx.emit(documentMentioned, { ...about, mentioned_ids: [...mentioned_ids], block_id, comment_id });
  },
  async announceResolved(tx, comment, resolved) {
    tx.emit(documentCommentResolved, { ...(await commentData(tx, comment)), resolved });
  },
  async announceDeleted(tx, deleted) {
    tx.emit(documentCommentDeleted, { ...(await commentData(tx, deleted)), deleted_replies: deleted.comment.replies_count });
  },
});

/** Returns the data of events about a comment; its place is that of its thread. */
async function commentData(tx: CommonQueryMethods, { thing, comment, thread }: CommentInThread<Types>) {
  const dataOf = await eventDataOf(tx, thing.space_id, [thing]);
  const { block_id, quote } = thread ?? comment;
  const { id: comment_id, parent_id, body, mentioned_ids } = comment;
  return { ...dataOf(thing), comment_id, parent_id, body, block_id, quote, mentioned_ids };
}

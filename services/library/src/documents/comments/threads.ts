import { notFound, unresolvedReferences } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { lockDocuments } from '../rows/find-document.ts';
import type { CommentRow } from './comment-row.ts';
import { findComment, lockComment } from './comments.queries.ts';

/** Returns the first comment of the thread of a comment that a reply names. Throws `unresolved_reference`. */
export async function findThread(tx: CommonQueryMethods, space: string, document: string, parent_id: string): Promise<CommentRow> {
  const parent = await lockComment(tx, space, document, parent_id);
  if (!parent) throw unresolvedReferences([{ path: 'parent_id', noun: 'comment', id: parent_id }]);
  return parent.parent_id === null ? parent : (await findComment(tx, space, document, parent.parent_id))!;
}

/** Returns a comment that is locked with its document, and the first comment of its thread; null in `thread` for that one. Throws `not_found`. */
export async function lockThread(tx: CommonQueryMethods, space: string, id: string, comment_id: string) {
  const [document] = await lockDocuments(tx, space, [id]);
  const comment = await requireComment(lockComment(tx, space, id, comment_id), comment_id);
  const thread = comment.parent_id === null ? null : await findComment(tx, space, id, comment.parent_id);
  return { document: document!, comment, thread };
}

/** Returns a comment that was looked up. Throws `not_found`. */
export async function requireComment(found: Promise<CommentRow | null>, id: string): Promise<CommentRow> {
  const comment = await found;
  if (!comment) throw notFound('comment', id);
  return comment;
}

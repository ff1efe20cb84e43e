import { documentMentioned } from '@space/contracts/documents';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import type { CommentRow } from './comment-row.ts';

/** Returns the data of events about a comment; its place is that of its thread. */
export async function commentData(tx: CommonQueryMethods, document: DocumentRow, comment: CommentRow, thread: CommentRow | null) {
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  const { block_id, quote } = thread ?? comment;
  const { id: comment_id, parent_id, body, mentioned_ids } = comment;
  return { ...dataOf(document), comment_id, parent_id, body, block_id, quote, mentioned_ids };
}

/** Announces that a comment mentions people or agents. */
export async function announceMentions(
  tx: Transaction<typeof documentMentioned>,
  data: Awaited<ReturnType<typeof commentData>>,
  mentioned_ids: readonly string[],
): Promise<void> {
  if (mentioned_ids.length === 0) return;
  const { comment_id, block_id, parent_id: _parent, body: _body, quote: _quote, mentioned_ids: _all, ...about } = data;
  tx.emit(documentMentioned, { ...about, mentioned_ids: [...mentioned_ids], block_id, comment_id });
}

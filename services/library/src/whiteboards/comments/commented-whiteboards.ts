import {
  MAX_WHITEBOARD_COMMENTS,
  type WhiteboardComment,
  whiteboardCommentDeleted,
  whiteboardCommented,
  whiteboardCommentResolved,
  whiteboardMentioned,
} from '@space/contracts/whiteboards';
import type { CommonQueryMethods } from 'slonik';
import type { CommentedThings, CommentInThread, CommentRow, CommentTypes } from '../../comments/commented-things.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findWhiteboard, lockWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { type BoardPlace, whiteboardCommentTable } from './comment-table-sql.ts';

/** A comment on a whiteboard as it is stored. */
interface WhiteboardCommentRow extends CommentRow, Pick<WhiteboardComment, 'whiteboard_id' | 'element_id' | 'x' | 'y'> {}

/** The types of comments on whiteboards. */
interface Types extends CommentTypes {
  readonly thing: WhiteboardRow;
  readonly row: WhiteboardCommentRow;
  readonly place: BoardPlace;
  readonly state: 'there' | 'deleted';
  readonly wire: WhiteboardComment;
  readonly written: typeof whiteboardCommented | typeof whiteboardMentioned;
  readonly resolved: typeof whiteboardCommentResolved;
  readonly deleted: typeof whiteboardCommentDeleted;
}

/** Returns those elements of a whiteboard with these ids that are on it now. */
export type FindElements = (whiteboard: WhiteboardRow, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Returns whiteboards as things that people comment on. A thread about an element stays when the element is deleted. */
export const commentedWhiteboards = (findElements: FindElements): CommentedThings<Types> => ({
  table: whiteboardCommentTable,
  prefix: 'wcm',
  limit: MAX_WHITEBOARD_COMMENTS,
  find: findWhiteboard,
  lock: lockWhiteboard,
  async findStates(whiteboard, rows) {
    const about = rows.flatMap(({ id, element_id }) => (element_id === null ? [] : [{ id, element_id }]));
    if (about.length === 0) return new Map();
    const there = await findElements(
      whiteboard,
      about.map(({ element_id }) => element_id),
    );
    return new Map(about.map(({ id, element_id }) => [id, there.has(element_id) ? 'there' : 'deleted'] as const));
  },
  wire: (comment, state) => ({ ...comment, is_element_deleted: state === 'deleted' }),
  async announceWritten(tx, written, { edited, mentioned_ids }) {
    const data = await commentData(tx, written);
    tx.emit(whiteboardCommented, { ...data, edited });
    if (mentioned_ids.length === 0) return;
    const { comment_id, element_id, parent_id: _parent, body: _body, mentioned_ids: _all, ...about } = data;
    tx.emit(whiteboardMentioned, { ...about, mentioned_ids: [...mentioned_ids], element_id, comment_id });
  },
  async announceResolved(tx, comment, resolved) {
    tx.emit(whiteboardCommentResolved, { ...(await commentData(tx, comment)), resolved });
  },
  async announceDeleted(tx, deleted) {
    tx.emit(whiteboardCommentDeleted, { ...(await commentData(tx, deleted)), deleted_replies: deleted.comment.replies_count });
  },
});

/** Returns the data of events about a comment; its element is that of its thread. */
async function commentData(tx: CommonQueryMethods, { thing, comment, thread }: CommentInThread<Types>) {
  const dataOf = await eventDataOf(tx, thing.space_id, [thing]);
  const { element_id } = thread ?? comment;
  const { id: comment_id, parent_id, body, mentioned_ids } = comment;
  return { ...dataOf(thing), comment_id, parent_id, body, element_id, mentioned_ids };
}

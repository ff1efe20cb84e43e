import type { SpaceClient } from '../../../api/space-client.ts';
import type { CommentPlace } from '../../../editor/model/comment-place.ts';
import type { CommentsOf } from '../../comments/threads/comments-of.ts';
import { type WrittenPlace, wholePlace } from '../../comments/threads/written-place.ts';

/** A comment on a document. */
export type DocumentComment = Awaited<ReturnType<SpaceClient['document_comments']['get']>>;

/** Returns the comments on a document. */
export const commentsOfDocument = (id: string): CommentsOf => ({ contract: 'document_comments', noun: 'document', id });

/** Returns the place of a new comment on a selection of the text: its quote, its block, or the whole document. */
export function placeInDocument({ block_id, quote, words }: CommentPlace): WrittenPlace {
  if (block_id === undefined && quote === undefined) return wholePlace('document');
  const fields = { ...(block_id !== undefined && { block_id }), ...(quote !== undefined && { quote }) };
  if (quote !== undefined) return { fields, about: quote, isQuote: true, isWhole: false };
  return { fields, about: words === '' ? 'About the block at the cursor' : `About the block “${words}”`, isWhole: false };
}

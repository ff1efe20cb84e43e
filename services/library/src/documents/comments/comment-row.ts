import type { CommentAnchor, DocumentComment } from '@space/contracts/documents';
import type { Anchor } from '@space/rich-text';
import type { CommentRow } from '../../comments/commented-things.ts';

/** A comment on a document as it is stored, with the ends of its quote in base64. */
export interface DocumentCommentRow extends CommentRow {
  readonly document_id: string;
  readonly block_id: string | null;
  readonly quote: string | null;
  readonly anchor_start: string | null;
  readonly anchor_end: string | null;
}

const bytesOf = (base64: string | null): Uint8Array | null => (base64 === null ? null : Buffer.from(base64, 'base64'));

/** Returns the place that the first comment of a thread is about; null for the whole document, and for a reply. */
export const anchorOf = ({ parent_id, block_id, quote, anchor_start, anchor_end }: DocumentCommentRow): Anchor | null =>
  parent_id !== null || (block_id === null && quote === null)
    ? null
    : { block_id, quote, start: bytesOf(anchor_start), end: bytesOf(anchor_end) };

/** Returns a comment as the wire shows it. */
export function wireComment(
  { anchor_start: _start, anchor_end: _end, ...comment }: DocumentCommentRow,
  anchor: CommentAnchor | null,
): DocumentComment {
  return { ...comment, anchor };
}

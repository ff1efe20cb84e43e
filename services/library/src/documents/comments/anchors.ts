import type { CommentAnchor, DocumentComment } from '@space/contracts/documents';
import type { CommonQueryMethods } from 'slonik';
import { loadPresent } from '../../contents/storage/load-state.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import type { TextWork } from '../texts/text-work.ts';
import { anchorOf, type CommentRow, wireComment } from './comment-row.ts';

/** Returns comments on a document as the wire shows them, with what is left of their places in the present content. */
export async function wireComments(
  database: CommonQueryMethods,
  texts: TextWork,
  document: Pick<DocumentRow, 'space_id' | 'id' | 'content_version'>,
  rows: readonly CommentRow[],
): Promise<DocumentComment[]> {
  const anchored = rows.flatMap((row) => {
    const anchor = anchorOf(row);
    return anchor ? [{ id: row.id, anchor }] : [];
  });
  if (anchored.length === 0) return rows.map((row) => wireComment(row, null));
  const state = await loadPresent(database, texts, document.space_id, document);
  const found = await texts.run(document.space_id, 'find_anchors', { state, anchors: anchored.map(({ anchor }) => anchor) });
  const anchors = new Map<string, CommentAnchor>(anchored.map(({ id }, at) => [id, found[at]!.anchor]));
  return rows.map((row) => wireComment(row, anchors.get(row.id) ?? null));
}

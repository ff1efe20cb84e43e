import type { QueryClient } from '@tanstack/react-query';
import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import type { CommentPlace } from '../../../editor/model/comment-place.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { commentsKey } from '../library/document.ts';

/** A comment on a document. */
export type DocumentComment = Awaited<ReturnType<SpaceClient['document_comments']['get']>>;

/** The place of a comment that is being written. */
export type WrittenPlace = CommentPlace | 'document';

const PAGE_SIZE = 100;

/** Returns the query of the comments on a document with their replies, oldest first: those of open threads, or of resolved ones. */
export const commentsQuery = (space_id: string, id: string, resolved: boolean) => ({
  queryKey: [...commentsKey(space_id, id), { resolved }] as const,
  queryFn: ({ pageParam: cursor, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
    spaceClient(space_id).document_comments.list({ id, resolved, limit: PAGE_SIZE, ...(cursor && { cursor }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor ?? undefined,
});

/** Makes what was read of the comments on a document stale. */
export const rereadComments = (queries: QueryClient, space_id: string, id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: commentsKey(space_id, id) });

/** Adds a comment to a document, or a reply to a thread, with a way back. Returns its id. */
export async function addComment(
  queries: QueryClient,
  space_id: string,
  comment: Parameters<SpaceClient['document_comments']['create']>[0],
  idempotency_key: string,
): Promise<string> {
  const { document_comments } = spaceClient(space_id);
  const { id } = comment;
  const { id: comment_id } = await document_comments.create(comment, { idempotency_key });
  const undo = () => document_comments.delete({ id, comment_id }).then(() => rereadComments(queries, space_id, id));
  pushUndo({ said: comment.parent_id === undefined ? 'The comment is added.' : 'The reply is added.', undo });
  await rereadComments(queries, space_id, id);
  return comment_id;
}

/** Resolves a thread or opens it again, with a way back. */
export async function resolveThread(
  queries: QueryClient,
  space_id: string,
  { id: comment_id, document_id: id }: Pick<DocumentComment, 'id' | 'document_id'>,
  resolved: boolean,
): Promise<void> {
  const { document_comments } = spaceClient(space_id);
  const { was_resolved } = await document_comments.resolve({ id, comment_id, resolved });
  const said = resolved ? 'The thread is resolved.' : 'The thread is open again.';
  const undo = () =>
    document_comments.resolve({ id, comment_id, resolved: was_resolved }).then(() => rereadComments(queries, space_id, id));
  if (was_resolved === resolved) sayDone(said);
  else pushUndo({ said, undo });
  await rereadComments(queries, space_id, id);
}

/** Gives a comment another text, with a way back. */
export async function changeComment(
  queries: QueryClient,
  space_id: string,
  { id: comment_id, document_id: id }: Pick<DocumentComment, 'id' | 'document_id'>,
  body: string,
): Promise<void> {
  const { document_comments } = spaceClient(space_id);
  const { before } = await document_comments.update({ id, comment_id, body });
  const undo = () => document_comments.update({ id, comment_id, ...before }).then(() => rereadComments(queries, space_id, id));
  if (before.body !== undefined) pushUndo({ said: 'The comment is changed.', undo });
  await rereadComments(queries, space_id, id);
}

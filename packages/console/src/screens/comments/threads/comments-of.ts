import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import type { LiveNoun } from '../../../live-editing/live-state.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import type { PlaceFields } from './written-place.ts';

/** The content whose comments are read and written. */
export interface CommentsOf {
  readonly contract: 'document_comments' | 'whiteboard_comments';
  readonly noun: LiveNoun;
  readonly id: string;
}

/** A comment in a thread, as each content has it. */
export interface ThreadComment {
  readonly id: string;
  readonly parent_id: string | null;
  readonly body: string;
  readonly author: { readonly kind: string; readonly id: string; readonly name: string };
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly replies_count: number;
  readonly resolved_at: string | null;
  readonly resolved_by: { readonly name: string } | null;
}

/** A page of comments. */
interface CommentPage<Comment> {
  readonly data: readonly Comment[];
  readonly next_cursor: string | null;
}

const PAGE_SIZE = 100;

/** Returns the key of the reads of the comments on a content in the cache. */
export const commentsKey = (space_id: string, { contract, id }: CommentsOf) => ['space', space_id, contract, 'list', id] as const;

/** Returns the query of the comments on a content with their replies, oldest first: those of open threads, or of resolved ones. */
export const commentsQuery = <Comment extends ThreadComment>(space_id: string, of: CommentsOf, resolved: boolean) => ({
  queryKey: [...commentsKey(space_id, of), { resolved }] as const,
  queryFn: async ({ pageParam: cursor, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) => {
    const asked = { id: of.id, resolved, limit: PAGE_SIZE, ...(cursor && { cursor }) };
    return (await spaceClient(space_id)[of.contract].list(asked, { signal })) as unknown as CommentPage<Comment>;
  },
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor ?? undefined,
});

/** Makes what was read of the comments on a content stale. */
const rereadComments = (queries: QueryClient, space_id: string, of: CommentsOf): Promise<void> =>
  queries.invalidateQueries({ queryKey: commentsKey(space_id, of) });

/** Adds a comment to a content, or a reply to a thread, with a way back. Returns its id. */
export async function addComment(
  queries: QueryClient,
  space_id: string,
  of: CommentsOf,
  comment: PlaceFields & { readonly body: string; readonly parent_id?: string },
  idempotency_key: string,
): Promise<string> {
  const comments = spaceClient(space_id)[of.contract];
  const { id } = of;
  const { id: comment_id } = await comments.create({ id, ...comment }, { idempotency_key });
  const undo = () => comments.delete({ id, comment_id }).then(() => rereadComments(queries, space_id, of));
  pushUndo({ said: comment.parent_id === undefined ? 'The comment is added.' : 'The reply is added.', undo });
  await rereadComments(queries, space_id, of);
  return comment_id;
}

/** Resolves a thread or opens it again, with a way back. */
export async function resolveThread(
  queries: QueryClient,
  space_id: string,
  of: CommentsOf,
  comment_id: string,
  resolved: boolean,
): Promise<void> {
  const comments = spaceClient(space_id)[of.contract];
  const { id } = of;
  const { was_resolved } = await comments.resolve({ id, comment_id, resolved });
  const said = resolved ? 'The thread is resolved.' : 'The thread is open again.';
  const undo = () => comments.resolve({ id, comment_id, resolved: was_resolved }).then(() => rereadComments(queries, space_id, of));
  if (was_resolved === resolved) sayDone(said);
  else pushUndo({ said, undo });
  await rereadComments(queries, space_id, of);
}

/** Gives a comment another text, with a way back. */
export async function changeComment(
  queries: QueryClient,
  space_id: string,
  of: CommentsOf,
  comment_id: string,
  body: string,
): Promise<void> {
  const comments = spaceClient(space_id)[of.contract];
  const { id } = of;
  const { before } = await comments.update({ id, comment_id, body });
  const undo = () => comments.update({ id, comment_id, ...before }).then(() => rereadComments(queries, space_id, of));
  if (before.body !== undefined) pushUndo({ said: 'The comment is changed.', undo });
  await rereadComments(queries, space_id, of);
}

/** Deletes a comment, the first one of a thread with its replies. */
export async function deleteComment(queries: QueryClient, space_id: string, of: CommentsOf, comment_id: string): Promise<void> {
  await spaceClient(space_id)[of.contract].delete({ id: of.id, comment_id });
  await rereadComments(queries, space_id, of);
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { CommentForm } from '../../comments/comment-form.tsx';
import { CommentItem } from '../../comments/comment-item.tsx';

/** Comments of one page. */
const LIMIT = 50;

/** Props of the comments on a row. */
export interface RowCommentsProps {
  readonly table_id: string;
  readonly row_id: string;
  readonly isWritable: boolean;
}

/** Renders the comments on a row, the newest first, and a form that adds one. */
export function RowComments({ table_id, row_id, isWritable }: RowCommentsProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { row_comments } = spaceClient(space.id);
  const [deleted, setDeleted] = useState<string>();
  const queryKey = ['space', space.id, 'row_comments', 'list', table_id, row_id];
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      row_comments.list({ table_id, row_id, sort: '-created_at', limit: LIMIT, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const comments = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="stack">
      {isWritable && (
        <CommentForm
          label="New comment"
          action="Comment"
          onSend={(body, idempotency_key) => row_comments.create({ table_id, row_id, body }, { idempotency_key }).then(refresh)}
        />
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data && comments.length === 0 && <p className="soft">Comments are notes of people and agents on this row. There are none yet.</p>}
      <ul className="stack">
        {comments.map((comment) => (
          <li key={comment.id}>
            <CommentItem
              comment={comment}
              acts={
                isWritable && (
                  <Button look="plain" small onClick={() => setDeleted(comment.id)}>
                    Delete
                  </Button>
                )
              }
            />
          </li>
        ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>Older comments</Button>}
      {deleted && (
        <ConfirmDialog
          title="Delete this comment?"
          action="Delete the comment"
          onConfirm={() => row_comments.delete({ table_id, row_id, comment_id: deleted }).then(refresh)}
          onClose={() => setDeleted(undefined)}
        >
          <p>There is no way back.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

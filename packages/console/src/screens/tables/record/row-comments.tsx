import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { useSpace } from '../../../shell/session.tsx';

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
          onSend={(body, idempotency_key) => row_comments.create({ table_id, row_id, body }, { idempotency_key }).then(refresh)}
        />
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data && comments.length === 0 && <p className="soft">Comments are notes of people and agents on this row. There are none yet.</p>}
      <ul className="stack">
        {comments.map(({ id, author, body, created_at }) => (
          <li key={id} className="comment">
            <p className="row soft">
              <strong>{author.name}</strong>
              <TimeAgo at={created_at} />
              {isWritable && (
                <Button look="plain" small onClick={() => setDeleted(id)}>
                  Delete
                </Button>
              )}
            </p>
            <p className="comment-body">{body}</p>
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

function CommentForm({ onSend }: { readonly onSend: (body: string, idempotency_key: string) => Promise<unknown> }): ReactElement {
  const [body, setBody] = useState('');
  const { error, isBusy, run } = useFormCall();
  async function send(): Promise<void> {
    const isSent = await run((idempotency_key) => onSend(body, idempotency_key));
    // What was typed meanwhile is the next comment.
    if (isSent) setBody((now) => (now === body ? '' : now));
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '' && !isBusy) void send();
      }}
    >
      <textarea
        className="input"
        aria-label="New comment"
        rows={3}
        maxLength={4_000}
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button type="submit" look="primary" disabled={isBusy || body.trim() === ''}>
          Comment
        </Button>
      </div>
    </form>
  );
}

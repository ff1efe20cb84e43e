import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { CommentForm } from '../comment-form.tsx';
import { CommentItem } from '../comment-item.tsx';
import { type CommentDrafts, draftOf } from '../draft.ts';
import { afterDialog } from './after-dialog.ts';
import { addComment, type CommentsOf, changeComment, deleteComment, resolveThread, type ThreadComment } from './comments-of.ts';
import { beginningOf, isFirst, type Thread } from './threads.ts';

/** Props of a thread; `onGone` runs when it leaves the list. */
export interface ThreadItemProps {
  readonly of: CommentsOf;
  readonly thread: Thread<ThreadComment>;
  /** The text or element that the thread is about. */
  readonly place: ReactNode;
  readonly mayWrite: boolean;
  readonly drafts: CommentDrafts;
  /** True for a thread that was made just now: it takes the focus. */
  readonly isNew: boolean;
  readonly onGone: () => void;
  /** Reads more comments; undefined when all are read. */
  readonly onMore: (() => void) | undefined;
}

/** Renders a thread of comments: what it is about, its comments, and what can be done with it. */
export function ThreadItem({ of, thread, place, mayWrite, drafts, isNew, onGone, onMore }: ThreadItemProps): ReactElement {
  const { first, replies, unread } = thread;
  const space = useSpace();
  const queries = useQueryClient();
  const item = useRef<HTMLLIElement>(null);
  const replyButton = useRef<HTMLButtonElement>(null);
  const replyDraft = draftOf(drafts, `reply:${first.id}`);
  const editDraft = (comment: ThreadComment) => draftOf(drafts, `edit:${comment.id}`);
  const [isReplying, setReplying] = useState(replyDraft.read() !== undefined);
  const [edited, setEdited] = useState(() => [first, ...replies].find((comment) => editDraft(comment).read() !== undefined)?.id);
  const [deleted, setDeleted] = useState<ThreadComment>();
  useEffect(() => {
    if (isNew) item.current?.focus();
  }, [isNew]);
  const isResolved = first.resolved_at !== null;

  async function remove(comment: ThreadComment): Promise<void> {
    await deleteComment(queries, space.id, of, comment.id);
    // The dialog gives the focus back to a button that is gone.
    afterDialog(() => (isFirst(comment) ? onGone() : item.current?.focus()));
  }
  const endEdit = (comment: ThreadComment) => {
    setEdited(undefined);
    requestAnimationFrame(() => item.current?.querySelector<HTMLElement>(`[data-edit="${comment.id}"]`)?.focus());
  };
  const endReply = () => {
    setReplying(false);
    requestAnimationFrame(() => replyButton.current?.focus());
  };
  const render = (comment: ThreadComment): ReactElement => (
    <CommentItem
      comment={comment}
      acts={
        mayWrite && (
          <>
            {comment.author.id === space.member_id && (
              <Button look="plain" small data-edit={comment.id} onClick={() => setEdited(comment.id)}>
                Edit
                <About comment={comment} />
              </Button>
            )}
            <Button look="plain" small onClick={() => setDeleted(comment)}>
              Delete
              <About comment={comment} />
            </Button>
          </>
        )
      }
    >
      {edited === comment.id ? (
        <CommentForm
          label="Text of the comment"
          action="Save"
          initial={comment.body}
          draft={editDraft(comment)}
          onSend={(body) => changeComment(queries, space.id, of, comment.id, body).then(() => endEdit(comment))}
          onCancel={() => endEdit(comment)}
        />
      ) : undefined}
    </CommentItem>
  );
  return (
    <li ref={item} tabIndex={-1} className="card thread">
      {place}
      {render(first)}
      {replies.length > 0 && (
        <ul className="replies" aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>{render(reply)}</li>
          ))}
        </ul>
      )}
      {unread > 0 && onMore && (
        <div>
          <Button look="plain" small onClick={onMore}>
            {unread === 1 ? 'Show one more reply' : `Show ${unread} more replies`}
          </Button>
        </div>
      )}
      {isResolved && <p className="soft">Resolved by {first.resolved_by?.name ?? 'someone'}</p>}
      {isReplying && (
        <CommentForm
          label="Reply"
          action="Reply"
          draft={replyDraft}
          onSend={(body, key) => addComment(queries, space.id, of, { parent_id: first.id, body }, key).then(endReply)}
          onCancel={endReply}
        />
      )}
      {mayWrite && !isReplying && (
        <div className="row">
          <Button ref={replyButton} small onClick={() => setReplying(true)}>
            Reply
            <About comment={first} />
          </Button>
          <Button small onClick={() => void resolveThread(queries, space.id, of, first.id, !isResolved).then(onGone, sayFailed)}>
            {isResolved ? 'Open again' : 'Resolve'}
            <About comment={first} />
          </Button>
        </div>
      )}
      {deleted && (
        <ConfirmDialog
          title={isFirst(deleted) ? 'Delete this thread?' : 'Delete this reply?'}
          action={isFirst(deleted) ? 'Delete the thread' : 'Delete the reply'}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          <p>{isFirst(deleted) && first.replies_count > 0 ? 'Its replies go too. There is no way back.' : 'There is no way back.'}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** Renders the beginning of a comment for readers, so that the buttons of a list have different names. */
const About = ({ comment }: { readonly comment: ThreadComment }): ReactElement => (
  <span className="hidden-text"> “{beginningOf(comment.body)}”</span>
);

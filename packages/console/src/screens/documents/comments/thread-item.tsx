import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import type { MountedEditor } from '../../../editor/mounted-editor.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { CommentForm } from '../../comments/comment-form.tsx';
import { CommentItem } from '../../comments/comment-item.tsx';
import { addComment, changeComment, type DocumentComment, rereadComments, resolveThread } from './document-comments.ts';
import { ThreadPlace } from './thread-place.tsx';
import type { Thread } from './threads.ts';

/** Props of a thread; `onGone` runs when it leaves the list. */
export interface ThreadItemProps {
  readonly thread: Thread;
  readonly mayWrite: boolean;
  /** True for a thread that was made just now: it takes the focus. */
  readonly isNew: boolean;
  readonly editor: MountedEditor | undefined;
  readonly onShown: () => void;
  readonly onGone: () => void;
  /** Reads more comments; undefined when all are read. */
  readonly onMore: (() => void) | undefined;
}

/** Renders a thread of comments: the text that it is about, its comments, and what can be done with it. */
export function ThreadItem({ thread, mayWrite, isNew, editor, onShown, onGone, onMore }: ThreadItemProps): ReactElement {
  const { first, replies, unread } = thread;
  const space = useSpace();
  const queries = useQueryClient();
  const item = useRef<HTMLLIElement>(null);
  const replyButton = useRef<HTMLButtonElement>(null);
  const [isReplying, setReplying] = useState(false);
  const [edited, setEdited] = useState<string>();
  const [deleted, setDeleted] = useState<DocumentComment>();
  useEffect(() => {
    if (isNew) item.current?.focus();
  }, [isNew]);
  const isResolved = first.resolved_at !== null;
  const { document_id: id } = first;

  async function remove(comment: DocumentComment): Promise<void> {
    await spaceClient(space.id).document_comments.delete({ id, comment_id: comment.id });
    await rereadComments(queries, space.id, id);
    if (comment === first) onGone();
  }
  const endReply = () => {
    setReplying(false);
    requestAnimationFrame(() => replyButton.current?.focus());
  };
  const render = (comment: DocumentComment): ReactElement => (
    <CommentItem
      comment={comment}
      acts={
        mayWrite && (
          <>
            {comment.author.id === space.member_id && (
              <Button look="plain" small onClick={() => setEdited(comment.id)}>
                Edit
              </Button>
            )}
            <Button look="plain" small onClick={() => setDeleted(comment)}>
              Delete
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
          onSend={(body) => changeComment(queries, space.id, comment, body).then(() => setEdited(undefined))}
          onCancel={() => setEdited(undefined)}
        />
      ) : undefined}
    </CommentItem>
  );
  return (
    <li ref={item} tabIndex={-1} className="card thread">
      <ThreadPlace comment={first} editor={editor} onShown={onShown} />
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
          onSend={(body, key) => addComment(queries, space.id, { id, parent_id: first.id, body }, key).then(endReply)}
          onCancel={endReply}
        />
      )}
      {mayWrite && !isReplying && (
        <div className="row">
          <Button ref={replyButton} small onClick={() => setReplying(true)}>
            Reply
          </Button>
          <Button small onClick={() => void resolveThread(queries, space.id, first, !isResolved).then(onGone, sayFailed)}>
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
        </div>
      )}
      {deleted && (
        <ConfirmDialog
          title={deleted === first ? 'Delete this thread?' : 'Delete this reply?'}
          action={deleted === first ? 'Delete the thread' : 'Delete the reply'}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          <p>{deleted === first && first.replies_count > 0 ? 'Its replies go too. There is no way back.' : 'There is no way back.'}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

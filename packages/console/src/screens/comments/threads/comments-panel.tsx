import './comments-panel.css';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useMedia } from '../../../parts/use-media.ts';
import { useSpace } from '../../../shell/session.tsx';
import { type CommentDrafts, draftOf } from '../draft.ts';
import { addComment, type CommentsOf, commentsQuery, type ThreadComment } from './comments-of.ts';
import { NewComment } from './new-comment.tsx';
import { ThreadItem } from './thread-item.tsx';
import { threadsOf } from './threads.ts';
import { type WrittenPlace, wholePlace } from './written-place.ts';

/** Props of the comments: their content, the comment that is being written, texts that were typed and not sent, and the places. */
export interface CommentsPanelProps<Comment extends ThreadComment> {
  readonly of: CommentsOf;
  readonly mayWrite: boolean;
  readonly writing: WrittenPlace | undefined;
  readonly drafts: CommentDrafts;
  /** The button that begins a comment: its label, and the place of what is selected when it is pressed. */
  readonly begin: { readonly label: string; readonly getPlace: () => WrittenPlace };
  /** The sentence that says how to comment. */
  readonly hint: string;
  /** Renders what a thread is about. `onShown` runs before the content takes the focus. */
  readonly renderPlace: (comment: Comment, onShown: () => void) => ReactNode;
  readonly onWrite: (place: WrittenPlace | undefined) => void;
  readonly onClose: () => void;
}

/** Renders the comments on a content next to it, or in a drawer on a narrow window. */
export function CommentsPanel<Comment extends ThreadComment>(props: CommentsPanelProps<Comment>): ReactElement {
  const isNarrow = useMedia('(max-width: 1023px)');
  const { onClose } = props;
  if (isNarrow)
    return (
      <Dialog title="Comments" open look="drawer" onClose={onClose}>
        <Comments {...props} onShown={onClose} />
      </Dialog>
    );
  return (
    <section className="doc-comments" aria-label="Comments">
      <div className="doc-comments-head">
        <h2>Comments</h2>
        <Button look="plain icon" small aria-label="Close the comments" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <Comments {...props} onShown={() => undefined} />
    </section>
  );
}

interface CommentsProps<Comment extends ThreadComment> extends Omit<CommentsPanelProps<Comment>, 'onClose'> {
  /** Runs before the content takes the focus. */
  readonly onShown: () => void;
}

function Comments<Comment extends ThreadComment>(props: CommentsProps<Comment>): ReactElement {
  const { of, mayWrite, writing, drafts, begin, hint, renderPlace, onWrite, onShown } = props;
  const space = useSpace();
  const queries = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const write = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<'open' | 'resolved'>('open');
  const [made, setMade] = useState<string>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    commentsQuery<Comment>(space.id, of, shown === 'resolved'),
  );
  const threads = data && threadsOf(data.pages.flatMap((page) => page.data));
  const hasForm = writing !== undefined;
  const hadForm = useRef(hasForm);
  useEffect(() => {
    if (hadForm.current && !hasForm && made === undefined) write.current?.focus();
    hadForm.current = hasForm;
  }, [hasForm, made]);

  async function send({ fields }: WrittenPlace, body: string, key: string): Promise<void> {
    setMade(await addComment(queries, space.id, of, { body, ...fields }, key));
    setShown('open');
    onWrite(undefined);
  }
  return (
    <div className="stack">
      {mayWrite && writing !== undefined && (
        <NewComment
          noun={of.noun}
          place={writing}
          draft={draftOf(drafts, 'new')}
          onSend={(body, key) => send(writing, body, key)}
          onWhole={() => onWrite(wholePlace(of.noun))}
          onCancel={() => {
            setMade(undefined);
            onWrite(undefined);
          }}
        />
      )}
      <div className="row">
        {mayWrite && writing === undefined && (
          <Button
            ref={write}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onWrite(begin.getPlace())}
          >
            {begin.label}
          </Button>
        )}
        <Button aria-pressed={shown === 'resolved'} onClick={() => setShown(shown === 'open' ? 'resolved' : 'open')}>
          Resolved
        </Button>
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!threads && !error && <Skeleton />}
      <div ref={list} tabIndex={-1} role="status" className={threads?.length === 0 ? 'soft' : 'hidden-text'}>
        {threads && sentenceOf(threads.length, shown, mayWrite ? hint : `Members who may change ${of.noun}s comment here.`)}
      </div>
      {threads && threads.length > 0 && (
        <ul className="stack" aria-label="Threads">
          {threads.map((thread) => (
            <ThreadItem
              key={thread.first.id}
              of={of}
              thread={thread}
              place={renderPlace(thread.first, onShown)}
              mayWrite={mayWrite}
              drafts={drafts}
              isNew={thread.first.id === made}
              onGone={() => list.current?.focus()}
              onMore={hasNextPage ? () => void fetchNextPage() : undefined}
            />
          ))}
        </ul>
      )}
      {hasNextPage && <MoreButton label="Show more comments" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </div>
  );
}

function sentenceOf(count: number, shown: 'open' | 'resolved', hint: string): string {
  if (count > 0) return count === 1 ? `One ${shown} thread` : `${count} ${shown} threads`;
  if (shown === 'resolved') return 'No resolved thread.';
  return `No open thread. ${hint}`;
}

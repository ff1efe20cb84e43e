import './comments-panel.css';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { AroundText } from '../../../editor/parts/document-text.tsx';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useMedia } from '../../../parts/use-media.ts';
import { useSpace } from '../../../shell/session.tsx';
import { type CommentDrafts, draftOf } from '../../comments/draft.ts';
import { addComment, commentsQuery, type WrittenPlace } from './document-comments.ts';
import { NewComment } from './new-comment.tsx';
import { ThreadItem } from './thread-item.tsx';
import { threadsOf } from './threads.ts';

/** Props of the comments: their document, its text, the comment that is being written, and texts that were typed and not sent. */
export interface CommentsPanelProps {
  readonly id: string;
  readonly mayWrite: boolean;
  readonly around: AroundText;
  readonly writing: WrittenPlace | undefined;
  readonly drafts: CommentDrafts;
  readonly onWrite: (place: WrittenPlace | undefined) => void;
  readonly onClose: () => void;
}

/** Renders the comments on a document next to its text, or in a drawer on a narrow window. */
export function CommentsPanel(props: CommentsPanelProps): ReactElement {
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

interface CommentsProps extends Omit<CommentsPanelProps, 'onClose'> {
  /** Runs before the text takes the focus. */
  readonly onShown: () => void;
}

function Comments({ id, mayWrite, around: { editor, facts }, writing, drafts, onWrite, onShown }: CommentsProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const write = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<'open' | 'resolved'>('open');
  const [made, setMade] = useState<string>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    commentsQuery(space.id, id, shown === 'resolved'),
  );
  const threads = data && threadsOf(data.pages.flatMap((page) => page.data));
  const hasText = facts?.selection.hasText === true;
  const hasForm = writing !== undefined;
  const hadForm = useRef(hasForm);
  useEffect(() => {
    if (hadForm.current && !hasForm && made === undefined) write.current?.focus();
    hadForm.current = hasForm;
  }, [hasForm, made]);

  async function send(place: WrittenPlace, body: string, key: string): Promise<void> {
    const { block_id, quote } = place === 'document' ? {} : place;
    const about = { ...(block_id !== undefined && { block_id }), ...(quote !== undefined && { quote }) };
    setMade(await addComment(queries, space.id, { id, body, ...about }, key));
    setShown('open');
    onWrite(undefined);
  }
  return (
    <div className="stack">
      {mayWrite && writing !== undefined && (
        <NewComment
          place={writing}
          draft={draftOf(drafts, 'new')}
          onSend={(body, key) => send(writing, body, key)}
          onWhole={() => onWrite('document')}
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
            onClick={() => onWrite(editor && hasText ? editor.getPlace() : 'document')}
          >
            {editor && hasText ? 'Comment on the selection' : 'New comment'}
          </Button>
        )}
        <Button aria-pressed={shown === 'resolved'} onClick={() => setShown(shown === 'open' ? 'resolved' : 'open')}>
          Resolved
        </Button>
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!threads && !error && <Skeleton />}
      <div ref={list} tabIndex={-1} role="status" className={threads?.length === 0 ? 'soft' : 'hidden-text'}>
        {threads && sentenceOf(threads.length, shown, mayWrite)}
      </div>
      {threads && threads.length > 0 && (
        <ul className="stack" aria-label="Threads">
          {threads.map((thread) => (
            <ThreadItem
              key={thread.first.id}
              thread={thread}
              mayWrite={mayWrite}
              drafts={drafts}
              isNew={thread.first.id === made}
              editor={editor}
              onShown={onShown}
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

function sentenceOf(count: number, shown: 'open' | 'resolved', mayWrite: boolean): string {
  if (count > 0) return count === 1 ? `One ${shown} thread` : `${count} ${shown} threads`;
  if (shown === 'resolved') return 'No resolved thread.';
  return mayWrite ? 'No open thread. Select a text to comment on it.' : 'No open thread. Members who may change documents comment here.';
}

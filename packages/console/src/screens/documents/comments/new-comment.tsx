import { type ReactElement, useEffect, useRef } from 'react';
import { Button } from '../../../parts/button.tsx';
import { CommentForm } from '../../comments/comment-form.tsx';
import type { Draft } from '../../comments/draft.ts';
import type { WrittenPlace } from './document-comments.ts';

/** Props of a new comment: its place, its draft, and what sends it, makes it one on the whole document, and leaves it. */
export interface NewCommentProps {
  readonly place: WrittenPlace;
  readonly draft: Draft;
  readonly onSend: (body: string, idempotency_key: string) => Promise<unknown>;
  readonly onWhole: () => void;
  readonly onCancel: () => void;
}

/** Renders the form of a new comment with the text or the block that it is about. */
export function NewComment({ place, draft, onSend, onWhole, onCancel }: NewCommentProps): ReactElement {
  const form = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a comment that gets another place takes the focus again
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [place]);
  return (
    <div ref={form} className="card stack">
      {place === 'document' ? (
        <p className="soft">About the whole document</p>
      ) : place.quote === undefined ? (
        <p className="soft">{place.words === '' ? 'About the block at the cursor' : `About the block “${place.words}”`}</p>
      ) : (
        <blockquote className="thread-quote">{place.quote}</blockquote>
      )}
      <CommentForm label="New comment" action="Comment" draft={draft} onSend={onSend} onCancel={onCancel} />
      {place !== 'document' && (
        <div>
          <Button look="plain" small onClick={onWhole}>
            Comment on the whole document
          </Button>
        </div>
      )}
    </div>
  );
}

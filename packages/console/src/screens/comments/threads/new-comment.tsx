import { type ReactElement, useEffect, useRef } from 'react';
import type { LiveNoun } from '../../../live-editing/live-state.ts';
import { Button } from '../../../parts/button.tsx';
import { CommentForm } from '../comment-form.tsx';
import type { Draft } from '../draft.ts';
import type { WrittenPlace } from './written-place.ts';

/** Props of a new comment: its place, its draft, and what sends it, makes it one on the whole content, and leaves it. */
export interface NewCommentProps {
  readonly noun: LiveNoun;
  readonly place: WrittenPlace;
  readonly draft: Draft;
  readonly onSend: (body: string, idempotency_key: string) => Promise<unknown>;
  readonly onWhole: () => void;
  readonly onCancel: () => void;
}

/** Renders the form of a new comment with what it is about. */
export function NewComment({ noun, place, draft, onSend, onWhole, onCancel }: NewCommentProps): ReactElement {
  const form = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a comment that gets another place takes the focus again
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [place]);
  return (
    <div ref={form} className="card stack">
      {place.isQuote ? <blockquote className="thread-quote">{place.about}</blockquote> : <p className="soft">{place.about}</p>}
      <CommentForm label="New comment" action="Comment" draft={draft} onSend={onSend} onCancel={onCancel} />
      {!place.isWhole && (
        <div>
          <Button look="plain" small onClick={onWhole}>
            Comment on the whole {noun}
          </Button>
        </div>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useCallback, useState } from 'react';
import type { CommentPlace } from '../../../editor/model/comment-place.ts';
import { type AroundText, DocumentText } from '../../../editor/parts/document-text.tsx';
import { canBeLive, documentTickets } from '../../../live-editing/live-source.ts';
import { LiveStatus } from '../../../live-editing/parts/live-status.tsx';
import { StoredNotice } from '../../../live-editing/parts/stored-notice.tsx';
import { WhenNotLive } from '../../../live-editing/parts/when-not-live.tsx';
import { useOpenedRight } from '../../../live-editing/use-opened-right.ts';
import { whyStored } from '../../../live-editing/why-stored.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSignedIn, useSpace } from '../../../shell/session.tsx';
import type { CommentDrafts } from '../../comments/draft.ts';
import type { CommentsPanelProps } from '../../comments/threads/comments-panel.tsx';
import { COMMENTS_BUTTON_ID } from '../../comments/threads/open-threads.ts';
import { type OpenComments, wholePlace } from '../../comments/threads/written-place.ts';
import { commentsOfDocument, type DocumentComment, placeInDocument } from '../comments/document-comment.ts';
import { ThreadPlace } from '../comments/thread-place.tsx';
import { blocksQuery, type ReadDocument } from '../library/document.ts';
import { HeldText } from './held-text.tsx';
import { OutlineList } from './outline-list.tsx';

const CommentsPanel = lazyPart<CommentsPanelProps<DocumentComment>>(() =>
  import('../../comments/threads/comments-panel.tsx').then((part) => part.CommentsPanel),
);

/** Props of the text: its document, its comments with the drafts of new ones, and the opening of them. */
export interface DocumentBodyProps {
  readonly document: ReadDocument;
  readonly comments: OpenComments;
  readonly onComments: (comments: OpenComments) => void;
  readonly drafts: CommentDrafts;
  /** True while this person has changes that are not saved. */
  readonly isUnsaved: boolean;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/**
 * Renders the text of a document: live, or as it is stored with a sentence that says why it cannot be changed. Text that is not saved stays
 * on the page until it is.
 */
export function DocumentBody({ document, comments, onComments, drafts, isUnsaved, onUnsaved }: DocumentBodyProps): ReactElement {
  const { id, trashed_at } = document;
  const space = useSpace();
  const mayWrite = space.scopes.includes('documents:write');
  const [ended, setEnded] = useState<string>();
  const onUnavailable = useCallback((words: string) => setEnded(words), []);
  const why = whyStored(
    'document',
    document,
    mayWrite,
    canBeLive() ? ended : 'Live editing is not available here. You can read the document.',
  );
  if (why !== undefined && !isUnsaved)
    return (
      <StoredText
        id={id}
        // The screen says that a document is in the trash.
        why={trashed_at === null ? why : undefined}
        onRetry={why === ended ? () => setEnded(undefined) : undefined}
        aside={aside}
      />
    );
  return (
    <LiveText
      id={id}
      mayWrite={mayWrite}
      why={why}
      isUnsaved={isUnsaved}
      onUnsaved={onUnsaved}
      aside={aside}
      onComment={(place) => onComments({ isOpen: true, writing: placeInDocument(place) })}
      onUnavailable={onUnavailable}
    />
  );

  function aside(around: AroundText): ReactElement {
    if (!comments.isOpen) return <OutlineList {...around} />;
    return (
      <CommentsPanel
        of={commentsOfDocument(id)}
        mayWrite={mayWrite && trashed_at === null}
        begin={beginComment(around)}
        hint="Select a text to comment on it."
        renderPlace={(comment, onShown) => <ThreadPlace comment={comment} editor={around.editor} onShown={onShown} />}
        writing={comments.writing}
        drafts={drafts}
        onWrite={(writing) => onComments({ isOpen: true, writing })}
        onClose={() => {
          onComments({ ...comments, isOpen: false });
          window.document.getElementById(COMMENTS_BUTTON_ID)?.focus();
        }}
      />
    );
  }
}

/** Returns the button that begins a comment: on the selection if there is a text, or on the whole document. */
function beginComment({ editor, facts }: AroundText) {
  if (!editor || facts?.selection.hasText !== true) return { label: 'New comment', getPlace: () => wholePlace('document') };
  return { label: 'Comment on the selection', getPlace: () => placeInDocument(editor.getPlace()) };
}

interface LiveTextProps extends Pick<DocumentBodyProps, 'isUnsaved' | 'onUnsaved'> {
  readonly id: string;
  readonly mayWrite: boolean;
  /** The reason for which it is live only until the changes of this person are saved. */
  readonly why: string | undefined;
  readonly aside: (around: AroundText) => ReactElement;
  readonly onComment: (place: CommentPlace) => void;
  readonly onUnavailable: (words: string) => void;
}

function LiveText({ id, mayWrite, why, isUnsaved, onUnsaved, aside, onComment, onUnavailable }: LiveTextProps): ReactElement {
  const space = useSpace();
  const { person } = useSignedIn();
  const right = useOpenedRight(mayWrite, isUnsaved);
  const held = why ?? right.why;
  return (
    <DocumentText
      label="Text of the document"
      source={{ kind: 'live', key: `${id}-${right.opened}`, name: person.name, getTicket: documentTickets(space.id, id, mayWrite) }}
      before={(around) => (
        <>
          {around.live && <LiveStatus live={around.live} noun="document" people={around.facts?.people ?? []} />}
          <HeldText around={around} why={held} />
          <WhenNotLive live={around.live} noun="document" onUnavailable={onUnavailable} onUnsaved={onUnsaved} />
        </>
      )}
      aside={aside}
      onComment={onComment}
    />
  );
}

interface StoredTextProps {
  readonly id: string;
  readonly why: string | undefined;
  /** Tries again to open the document live. */
  readonly onRetry: (() => void) | undefined;
  readonly aside: (around: AroundText) => ReactElement;
}

/** Renders the stored text of a document, which cannot be changed here. */
function StoredText({ id, why, onRetry, aside }: StoredTextProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(blocksQuery(space.id, id));
  return (
    <>
      <StoredNotice why={why} onRetry={onRetry} />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && <DocumentText label="Text of the document" source={{ kind: 'blocks', key: id, blocks: data }} aside={aside} />}
    </>
  );
}

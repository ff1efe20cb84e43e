import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactElement, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { AroundBoard, BoardEditorProps } from '../../../board/board-editor.tsx';
import type { BoardDialog } from '../../../board/parts/board-toolbar.tsx';
import { elementWords } from '../../../board/parts/element-words.ts';
import { canBeLive, whiteboardTickets } from '../../../live-editing/live-source.ts';
import { StoredNotice } from '../../../live-editing/parts/stored-notice.tsx';
import { WhenNotLive } from '../../../live-editing/parts/when-not-live.tsx';
import { useOpenedRight } from '../../../live-editing/use-opened-right.ts';
import { whyStored } from '../../../live-editing/why-stored.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSignedIn, useSpace } from '../../../shell/session.tsx';
import type { CommentDrafts } from '../../comments/draft.ts';
import type { CommentsPanelProps } from '../../comments/threads/comments-panel.tsx';
import { COMMENTS_BUTTON_ID } from '../../comments/threads/open-threads.ts';
import type { OpenComments } from '../../comments/threads/written-place.ts';
import { arrangeElements } from '../acts/change-whiteboard.ts';
import { BoardThreadPlace } from '../comments/board-thread-place.tsx';
import { commentsOfWhiteboard, placeOnWhiteboard, type WhiteboardComment } from '../comments/whiteboard-comment.ts';
import { updatesQuery, type Whiteboard } from '../library/whiteboard.ts';
import { BoardDialogs } from './board-dialogs.tsx';
import { useBoardThings } from './use-board-things.ts';

const BoardEditor = lazy(() => import('../../../board/board-editor.tsx').then(({ BoardEditor: part }) => ({ default: part })));
const CommentsPanel = lazyPart<CommentsPanelProps<WhiteboardComment>>(() =>
  import('../../comments/threads/comments-panel.tsx').then((part) => part.CommentsPanel),
);

/** Props of the elements: their whiteboard, its comments, and whether this person has changes that are not saved. */
export interface WhiteboardBodyProps {
  readonly whiteboard: Whiteboard;
  readonly comments: OpenComments;
  readonly drafts: CommentDrafts;
  readonly isUnsaved: boolean;
  readonly onComments: (comments: OpenComments) => void;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/**
 * Renders the elements of a whiteboard: live, or as they are stored with a sentence that says why they cannot be changed. Changes that are
 * not saved stay on the page until they are.
 */
export function WhiteboardBody(props: WhiteboardBodyProps): ReactElement {
  const { whiteboard, comments, drafts, isUnsaved, onComments, onUnsaved } = props;
  const { id, trashed_at, background } = whiteboard;
  const space = useSpace();
  const queries = useQueryClient();
  const { person } = useSignedIn();
  const mayWrite = space.scopes.includes('whiteboards:write');
  const [ended, setEnded] = useState<string>();
  const [dialog, setDialog] = useState<BoardDialog>();
  const things = useBoardThings();
  const onUnavailable = useCallback((words: string) => setEnded(words), []);
  const mayComment = mayWrite && trashed_at === null;
  const why = whyStored(
    'whiteboard',
    whiteboard,
    mayWrite,
    canBeLive() ? ended : 'Live editing is not available here. You can read the whiteboard.',
  );
  const isStored = why !== undefined && !isUnsaved;
  const right = useOpenedRight(mayWrite, isUnsaved);
  const held = why ?? right.why;

  const shared: Omit<BoardEditorProps, 'source'> = {
    background,
    things,
    onDialog: setDialog,
    aside: commentsOf,
    ...(mayComment && {
      onComment: (place) => onComments({ isOpen: true, writing: placeOnWhiteboard(place, () => 'About the selected element') }),
    }),
  };
  if (isStored)
    return (
      <StoredBoard
        id={id}
        // The screen says that a whiteboard is in the trash.
        why={trashed_at === null ? why : undefined}
        onRetry={why === ended ? () => setEnded(undefined) : undefined}
        shared={shared}
      />
    );
  return (
    <Suspense fallback={<Skeleton />}>
      <BoardEditor
        {...shared}
        source={{
          kind: 'live',
          key: `${id}-${right.opened}`,
          options: { name: person.name, getTicket: whiteboardTickets(space.id, id, mayWrite) },
        }}
        held={held !== undefined}
        onArrange={(layout, ids) => void arrangeElements(queries, space.id, id, layout, ids).catch(sayFailed)}
        before={(around) => (
          <>
            {held !== undefined && <HeldNotice why={held} />}
            <WhenNotLive live={around.live} noun="whiteboard" onUnavailable={onUnavailable} onUnsaved={onUnsaved} />
            <BoardDialogs id={id} opened={dialog} around={around} onClose={() => setDialog(undefined)} />
          </>
        )}
      />
    </Suspense>
  );

  function commentsOf(around: AroundBoard): ReactNode {
    if (!comments.isOpen) return null;
    const { selected, elements } = around;
    const single = selected.length === 1 ? selected[0] : undefined;
    return (
      <CommentsPanel
        of={commentsOfWhiteboard(id)}
        mayWrite={mayComment}
        writing={comments.writing}
        drafts={drafts}
        begin={{
          label: single ? 'Comment on the selected' : 'New comment',
          getPlace: () => placeOnWhiteboard(single && { element_id: single.id }, () => single && elementWords(single, elements)),
        }}
        hint="Select an element to comment on it."
        renderPlace={(comment, onShown) => <BoardThreadPlace comment={comment} around={around} onShown={onShown} />}
        onWrite={(writing) => onComments({ isOpen: true, writing })}
        onClose={() => {
          onComments({ ...comments, isOpen: false });
          document.getElementById(COMMENTS_BUTTON_ID)?.focus();
        }}
      />
    );
  }
}

const HeldNotice = ({ why }: { readonly why: string }): ReactElement => (
  <div role="status" className="notice warn">
    <p className="title">{why}</p>
    <p>Your last changes are not saved, so this page still shows them. Copy them before you leave.</p>
  </div>
);

interface StoredBoardProps {
  readonly id: string;
  readonly why: string | undefined;
  /** Tries again to open the whiteboard live. */
  readonly onRetry: (() => void) | undefined;
  readonly shared: Omit<BoardEditorProps, 'source'>;
}

/** Renders the stored elements of a whiteboard, which cannot be changed here. */
function StoredBoard({ id, why, onRetry, shared }: StoredBoardProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(updatesQuery(space.id, id));
  return (
    <>
      <StoredNotice why={why} onRetry={onRetry} />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && (
        <Suspense fallback={<Skeleton />}>
          <BoardEditor {...shared} source={{ kind: 'stored', key: id, updates: data }} />
        </Suspense>
      )}
    </>
  );
}

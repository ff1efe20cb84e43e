import { Share2 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useThing } from '../../api/use-thing.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import type { CommentDrafts } from '../comments/draft.ts';
import { CommentsButton } from '../comments/threads/comments-button.tsx';
import type { OpenComments } from '../comments/threads/written-place.ts';
import { ContentMenu } from '../contents/acts/content-menu.tsx';
import { TrashNotice } from '../contents/acts/trash-notice.tsx';
import { useContentActs } from '../contents/acts/use-content-acts.tsx';
import { ContentCrumbs, contentsPath } from '../contents/library/content-crumbs.tsx';
import { useFolderPath } from '../files/library/use-folder-path.ts';
import { ExportMenu } from './acts/export-menu.tsx';
import { WhiteboardBody } from './board/whiteboard-body.tsx';
import { commentsOfWhiteboard } from './comments/whiteboard-comment.ts';
import type { Whiteboard } from './library/whiteboard.ts';
import { whiteboardKind } from './library/whiteboard-kind.ts';

const ShareDialog = lazy(() => import('./share/share-dialog.tsx').then(({ ShareDialog: part }) => ({ default: part })));
const ImportDialog = lazy(() => import('./acts/import-dialog.tsx').then(({ ImportDialog: part }) => ({ default: part })));

/** Operations that the screen has elsewhere. */
const HAS = [
  'whiteboards.update',
  'whiteboards.delete',
  'whiteboards.restore',
  'whiteboards.revert',
  'whiteboards.diagram',
  'whiteboards.arrange',
  'whiteboards.import',
  'whiteboard_versions.create',
  'whiteboard_live.ticket',
  'whiteboard_live.push',
];

/** Renders one whiteboard: its title, its elements, and what can be done with it. */
export function WhiteboardScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<Whiteboard>(space.id, 'whiteboards', 'get', whiteboardKind.readArguments(id));
  if (data) return <LoadedWhiteboard key={id} whiteboard={data.value} etag={data.etag} error={error} onRetry={refetch} />;
  return (
    <>
      <ContentCrumbs kind={whiteboardKind} above={[]} />
      {error ? <PageHead title="Whiteboard" /> : <h1 className="hidden-text">Whiteboard</h1>}
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
    </>
  );
}

interface LoadedProps {
  readonly whiteboard: Whiteboard;
  readonly etag: string | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function LoadedWhiteboard({ whiteboard, etag, error, onRetry }: LoadedProps): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  const { id, title, folder_id, trashed_at, edited_by, edited_at } = whiteboard;
  const { path = [] } = useFolderPath(folder_id);
  const [comments, setComments] = useState<OpenComments>({ isOpen: false });
  const [drafts] = useState<CommentDrafts>(() => new Map());
  const [isUnsaved, setUnsaved] = useState(false);
  const [opened, setOpened] = useState<'share' | 'import'>();
  const acts = useContentActs(whiteboardKind, () => navigate(contentsPath(space.id, whiteboardKind, folder_id), { replace: true }));
  const mayWrite = space.scopes.includes('whiteboards:write');
  const isTrashed = trashed_at !== null;
  const canChange = mayWrite && !isTrashed && !whiteboard.is_locked;
  const close = () => setOpened(undefined);
  return (
    <>
      <ContentCrumbs kind={whiteboardKind} above={path} />
      <PageHead
        title={title}
        about={
          <>
            Changed by {edited_by.name} <TimeAgo at={edited_at} />
          </>
        }
      >
        <SameCall contract="whiteboards" name="get" args={{ id }} />
        <MoreActs contract="whiteboards" name="get" args={{ id }} value={{ ...whiteboard }} etag={etag} except={HAS} />
        <CommentsButton
          of={commentsOfWhiteboard(id)}
          isOpen={comments.isOpen}
          onPress={() => setComments({ ...comments, isOpen: !comments.isOpen })}
        />
        {!isTrashed && (
          <Button onClick={() => setOpened('share')}>
            <Share2 size={16} aria-hidden="true" />
            Share
          </Button>
        )}
        <Link className={buttonClass(undefined)} href={spacePath(space.id, `/whiteboards/${id}/versions`)}>
          Versions
        </Link>
        <ExportMenu id={id} onImport={canChange ? () => setOpened('import') : undefined} />
        {mayWrite && !isTrashed && <ContentMenu noun="whiteboard" content={whiteboard} acts={acts} isUnsaved={isUnsaved} />}
      </PageHead>
      {Boolean(error) && <ProblemNotice error={error} onRetry={onRetry} />}
      {isTrashed && <TrashNotice kind={whiteboardKind} content={whiteboard} acts={acts} mayWrite={mayWrite} />}
      <WhiteboardBody
        whiteboard={whiteboard}
        comments={comments}
        drafts={drafts}
        isUnsaved={isUnsaved}
        onComments={setComments}
        onUnsaved={setUnsaved}
      />
      {opened && (
        <Suspense>{opened === 'share' ? <ShareDialog id={id} onClose={close} /> : <ImportDialog id={id} onClose={close} />}</Suspense>
      )}
      {acts.dialog}
    </>
  );
}

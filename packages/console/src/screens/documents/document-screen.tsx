import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useThing } from '../../api/use-thing.ts';
import { buttonClass } from '../../parts/button.tsx';
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
import type { OpenComments } from '../comments/threads/written-place.ts';
import { ContentMenu } from '../contents/acts/content-menu.tsx';
import { TrashNotice } from '../contents/acts/trash-notice.tsx';
import { useContentActs } from '../contents/acts/use-content-acts.tsx';
import { ContentCrumbs, contentsPath } from '../contents/library/content-crumbs.tsx';
import { useFolderPath } from '../files/library/use-folder-path.ts';
import { PublicationBadges } from '../publishing/publication-badges.tsx';
import { OpenToOthers } from './acts/open-to-others.tsx';
import type { ReadDocument } from './library/document.ts';
import { documentKind } from './library/document-kind.ts';
import { DocumentBody } from './text/document-body.tsx';
import { ExportMenu } from './text/export-menu.tsx';

/** Operations that the screen has elsewhere. */
const HAS = [
  'documents.update',
  'documents.delete',
  'documents.restore',
  'documents.edit',
  'documents.revert',
  'document_versions.create',
  'document_live.ticket',
  'document_live.push',
  'documents.publish',
];

/** Renders one document: its title, its text, and what can be done with it. */
export function DocumentScreen({ id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<ReadDocument>(space.id, 'documents', 'get', documentKind.readArguments(id));
  if (data) return <LoadedDocument key={id} document={data.value} etag={data.etag} error={error} onRetry={refetch} />;
  return (
    <>
      <ContentCrumbs kind={documentKind} above={[]} />
      {error ? <PageHead title="Document" /> : <h1 className="hidden-text">Document</h1>}
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
    </>
  );
}

interface LoadedProps {
  readonly document: ReadDocument;
  readonly etag: string | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function LoadedDocument({ document, etag, error, onRetry }: LoadedProps): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  const { id, title, icon, folder_id, trashed_at, edited_by, edited_at, version, published } = document;
  const { path = [] } = useFolderPath(folder_id);
  const [comments, setComments] = useState<OpenComments>({ isOpen: false });
  const [drafts] = useState<CommentDrafts>(() => new Map());
  const [isUnsaved, setUnsaved] = useState(false);
  const acts = useContentActs(documentKind, () => navigate(contentsPath(space.id, documentKind, folder_id), { replace: true }));
  const mayWrite = space.scopes.includes('documents:write');
  const isTrashed = trashed_at !== null;
  return (
    <>
      <ContentCrumbs kind={documentKind} above={path} />
      <PageHead
        title={icon ? `${icon} ${title}` : title}
        about={
          <>
            Changed by {edited_by.name} <TimeAgo at={edited_at} />{' '}
            {published && <PublicationBadges status="published" has_unpublished_changes={published.version !== version} />}
          </>
        }
      >
        <SameCall contract="documents" name="get" args={{ id }} />
        <MoreActs contract="documents" name="get" args={{ id }} value={{ ...document }} etag={etag} except={HAS} />
        <OpenToOthers
          document={document}
          isCommenting={comments.isOpen}
          isUnsaved={isUnsaved}
          onComments={() => setComments({ ...comments, isOpen: !comments.isOpen })}
        />
        <Link className={buttonClass(undefined)} href={spacePath(space.id, `/documents/${id}/versions`)}>
          Versions
        </Link>
        <ExportMenu id={id} />
        {mayWrite && !isTrashed && <ContentMenu noun="document" content={document} acts={acts} isUnsaved={isUnsaved} />}
      </PageHead>
      {Boolean(error) && <ProblemNotice error={error} onRetry={onRetry} />}
      {isTrashed && <TrashNotice kind={documentKind} content={document} acts={acts} mayWrite={mayWrite} />}
      <DocumentBody
        drafts={drafts}
        document={document}
        comments={comments}
        onComments={setComments}
        isUnsaved={isUnsaved}
        onUnsaved={setUnsaved}
      />
      {acts.dialog}
    </>
  );
}

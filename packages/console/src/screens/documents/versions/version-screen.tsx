import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { useThing } from '../../../api/use-thing.ts';
import { DocumentText } from '../../../editor/parts/document-text.tsx';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { spacePath } from '../../../routing/paths.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { NameDialog } from '../../files/acts/name-dialog.tsx';
import { DiffLines } from '../../publishing/versions/diff-lines.tsx';
import { nameVersion, restoreVersion } from '../acts/change-documents.ts';
import { blocksQuery, type ReadDocument, versionsKey } from '../library/document.ts';
import { DocumentCrumbs } from '../library/document-crumbs.tsx';
import { unifiedLines } from './unified-lines.ts';

/** Renders a version of a document: what was changed since, its text, and the way back to it. */
export function VersionScreen({ id = '', version: given = '' }: PathArguments): ReactElement {
  const version = Number(given);
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const document = useThing<ReadDocument>(space.id, 'documents', 'get', { id, format: 'outline' });
  const thing = document.data?.value;
  const [isNaming, setNaming] = useState(false);
  const { data: facts } = useQuery({
    queryKey: [...versionsKey(space.id), 'get', { id, version }],
    queryFn: ({ signal }) => spaceClient(space.id).document_versions.get({ id, version }, { signal }),
  });
  async function restore(): Promise<void> {
    setBusy(true);
    try {
      await restoreVersion(queries, space.id, { id, title: thing?.title ?? 'The document' }, version);
      navigate(spacePath(space.id, `/documents/${id}`));
    } catch (error) {
      sayFailed(error);
      setBusy(false);
    }
  }
  const mayRestore =
    thing && thing.trashed_at === null && !thing.is_locked && space.scopes.includes('documents:write') && thing.version !== version;
  return (
    <>
      <DocumentCrumbs above={[]}>
        <Link href={spacePath(space.id, `/documents/${id}`)}>{thing?.title ?? 'Document'}</Link> /
        <Link href={spacePath(space.id, `/documents/${id}/versions`)}>Versions</Link> /
      </DocumentCrumbs>
      <PageHead
        title={`Version ${version}`}
        about={
          facts && (
            <>
              {facts.label && `${facts.label} · `}
              {facts.created_by.name} · <TimeAgo at={facts.created_at} />
            </>
          )
        }
      >
        <SameCall contract="document_versions" name="diff" args={{ id, from_version: version }} />
        {facts && space.scopes.includes('documents:write') && (
          <Button onClick={() => setNaming(true)}>{facts.label ? 'Rename' : 'Name'} this version</Button>
        )}
        {mayRestore && (
          <Button look="primary" disabled={isBusy} onClick={() => void restore()}>
            Restore this version
          </Button>
        )}
      </PageHead>
      {document.error && <ProblemNotice error={document.error} onRetry={document.refetch} />}
      <Tabs
        label="Version"
        tabs={[
          { name: 'changes', label: 'Changes since', panel: <Changes id={id} version={version} /> },
          { name: 'text', label: 'Text', panel: <TextOfThen id={id} version={version} /> },
        ]}
      />
      {isNaming && facts && (
        <NameDialog
          title={`Name of version ${version}`}
          action="Save the name"
          initial={facts.label ?? ''}
          onSave={(label) => nameVersion(queries, space.id, id, version, label)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

interface VersionProps {
  readonly id: string;
  readonly version: number;
}

function Changes({ id, version }: VersionProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: [...versionsKey(space.id), 'diff', { id, version }],
    queryFn: ({ signal }) => spaceClient(space.id).document_versions.diff({ id, from_version: version }, { signal }),
  });
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton />;
  if (data.diff === '') return <p className="soft">The text is the same as in this version.</p>;
  return (
    <div className="stack">
      <DiffLines label={`Changes since version ${version}`} lines={unifiedLines(data.diff)} />
      {data.diff_is_truncated && <p className="soft">The comparison is cut off, because it is too long.</p>}
    </div>
  );
}

function TextOfThen({ id, version }: VersionProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(blocksQuery(space.id, id, version));
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton />;
  return <DocumentText label={`Text of version ${version}`} source={{ kind: 'blocks', key: `${id}-${version}`, blocks: data }} />;
}

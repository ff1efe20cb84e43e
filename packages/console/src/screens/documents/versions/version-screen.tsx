import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { DocumentText } from '../../../editor/parts/document-text.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { useSpace } from '../../../shell/session.tsx';
import { contentVersionsKey } from '../../contents/library/content.ts';
import { ContentVersion } from '../../contents/versions/content-version.tsx';
import { DiffLines } from '../../publishing/versions/diff-lines.tsx';
import { blocksQuery } from '../library/document.ts';
import { documentKind } from '../library/document-kind.ts';
import { unifiedLines } from './unified-lines.ts';

/** Renders a version of a document: what was changed since, its text, and the way back to it. */
export function VersionScreen({ id = '', version: given = '' }: PathArguments): ReactElement {
  const version = Number(given);
  return (
    <ContentVersion kind={documentKind} id={id} version={version}>
      <Tabs
        label="Version"
        tabs={[
          { name: 'changes', label: 'Changes since', panel: <Changes id={id} version={version} /> },
          { name: 'text', label: 'Text', panel: <TextOfThen id={id} version={version} /> },
        ]}
      />
    </ContentVersion>
  );
}

interface VersionProps {
  readonly id: string;
  readonly version: number;
}

function Changes({ id, version }: VersionProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: [...contentVersionsKey(space.id, documentKind), 'diff', { id, version }],
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

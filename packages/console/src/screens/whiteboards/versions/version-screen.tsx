import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { useSpace } from '../../../shell/session.tsx';
import { contentVersionsKey } from '../../contents/library/content.ts';
import { ContentVersion } from '../../contents/versions/content-version.tsx';
import { exportedFile } from '../acts/exported-file.ts';
import { whiteboardKind } from '../library/whiteboard-kind.ts';
import { comparedWords } from './compared-words.ts';
import './version.css';

/** Renders a version of a whiteboard: its picture, what was changed since, and the way back to it. */
export function VersionScreen({ id = '', version: given = '' }: PathArguments): ReactElement {
  const version = Number(given);
  return (
    <ContentVersion kind={whiteboardKind} id={id} version={version}>
      <Tabs
        label="Version"
        tabs={[
          { name: 'picture', label: 'Picture', panel: <PictureOfThen id={id} version={version} /> },
          { name: 'changes', label: 'Changes since', panel: <Changes id={id} version={version} /> },
        ]}
      />
    </ContentVersion>
  );
}

interface VersionProps {
  readonly id: string;
  readonly version: number;
}

function PictureOfThen({ id, version }: VersionProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: [...contentVersionsKey(space.id, whiteboardKind), 'picture', { id, version }],
    queryFn: ({ signal }) => spaceClient(space.id).whiteboards.export({ id, version, format: 'svg' }, { signal }),
  });
  const address = useAddress(data);
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (!address) return <Skeleton />;
  return <img className="board-version" src={address} alt={`The whiteboard in version ${version}`} />;
}

/** Returns the address of a file in the memory of the page. */
function useAddress(file: Parameters<typeof exportedFile>[0] | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(exportedFile(file));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function Changes({ id, version }: VersionProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: [...contentVersionsKey(space.id, whiteboardKind), 'diff', { id, version }],
    queryFn: ({ signal }) => spaceClient(space.id).whiteboard_versions.diff({ id, from_version: version }, { signal }),
  });
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton />;
  const lines = comparedWords(data);
  if (lines.length === 0) return <p className="soft">The whiteboard is the same as in this version.</p>;
  return (
    <div className="stack">
      <ul className="stack" aria-label={`Changes since version ${version}`}>
        {lines.map(({ key, sign, words }) => (
          <li key={key}>
            <span className={`badge ${sign === 'deleted' ? 'bad' : sign === 'added' ? 'good' : ''}`}>{sign}</span> {words}
          </li>
        ))}
      </ul>
      {data.is_truncated && <p className="soft">There are more changes than these.</p>}
    </div>
  );
}

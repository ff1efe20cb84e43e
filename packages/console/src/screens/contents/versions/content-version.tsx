import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { useThing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { NameDialog } from '../../files/acts/name-dialog.tsx';
import { nameVersion, restoreVersion } from '../acts/change-contents.ts';
import { type ContentKind, writeScope } from '../kinds/content-kind.ts';
import { type Content, contentVersionsKey } from '../library/content.ts';
import { ContentCrumbs } from '../library/content-crumbs.tsx';

/** The facts of a version that every kind has. */
interface VersionFacts {
  readonly label: string | null;
  readonly created_by: { readonly name: string };
  readonly created_at: string;
}

/** Props of the version: its kind, its content and its number. The children show it. */
export interface ContentVersionProps {
  readonly kind: ContentKind;
  readonly id: string;
  readonly version: number;
  readonly children: ReactNode;
}

/** Renders a version of a content with its name, and the way back to it. */
export function ContentVersion({ kind, id, version, children }: ContentVersionProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const content = useThing<Content & { readonly version: number }>(space.id, kind.contract, 'get', kind.readArguments(id));
  const thing = content.data?.value;
  const path = spacePath(space.id, `/${kind.contract}/${id}`);
  const mayWrite = space.scopes.includes(writeScope(kind));
  const { data: facts } = useQuery({
    queryKey: [...contentVersionsKey(space.id, kind), 'get', { id, version }],
    queryFn: async ({ signal }): Promise<VersionFacts> => spaceClient(space.id)[kind.versions].get({ id, version }, { signal }),
  });
  async function restore(): Promise<void> {
    setBusy(true);
    try {
      await restoreVersion(kind, queries, space.id, { id, title: thing?.title ?? `The ${kind.noun}` }, version);
      navigate(path);
    } catch (error) {
      sayFailed(error);
      setBusy(false);
    }
  }
  const mayRestore = thing && thing.trashed_at === null && !thing.is_locked && mayWrite && thing.version !== version;
  return (
    <>
      <ContentCrumbs kind={kind} above={[]}>
        <Link href={path}>{thing?.title ?? kind.label}</Link> /<Link href={`${path}/versions`}>Versions</Link> /
      </ContentCrumbs>
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
        <SameCall contract={kind.versions} name="diff" args={{ id, from_version: version }} />
        {facts && mayWrite && <Button onClick={() => setNaming(true)}>{facts.label ? 'Rename' : 'Name'} this version</Button>}
        {mayRestore && (
          <Button look="primary" disabled={isBusy} onClick={() => void restore()}>
            Restore this version
          </Button>
        )}
      </PageHead>
      {content.error && <ProblemNotice error={content.error} onRetry={content.refetch} />}
      {children}
      {isNaming && facts && (
        <NameDialog
          title={`Name of version ${version}`}
          action="Save the name"
          initial={facts.label ?? ''}
          onSave={(label) => nameVersion(kind, queries, space.id, id, version, label)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

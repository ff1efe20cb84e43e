import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { useThing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { spacePath } from '../../../routing/paths.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { Crumbs } from '../crumbs.tsx';
import type { Page } from '../queries/page.ts';
import { usePublish } from '../use-publish.ts';
import { DiffView } from './diff-view.tsx';
import { kindOf } from './versions-screen.tsx';
import '../publishing.css';

/** Renders a version of a page compared with the draft, with the ways back to it. */
export function VersionScreen({ id = '', version: given = '' }: PathArguments): ReactElement {
  const number = Number(given);
  const space = useSpace();
  const page = useThing<Page>(space.id, 'pages', 'get', { id });
  const version = useQuery({
    queryKey: ['space', space.id, 'page_versions', 'get', id, number],
    queryFn: ({ signal }) => spaceClient(space.id).page_versions.get({ id, version: number }, { signal }),
  });
  const error = page.error ?? version.error;
  const retry = () => void Promise.all([page.refetch(), version.refetch()]);
  const args = { id, version: number };
  return (
    <>
      <Crumbs path={`/pages/${id}/versions`} label="Versions" />
      <PageHead
        title={`Version ${number}`}
        about={
          version.data && (
            <>
              {kindOf(version.data)} · {version.data.created_by.name} · <TimeAgo at={version.data.created_at} />
            </>
          )
        }
      >
        <SameCall contract="page_versions" name="restore" args={args} />
        {page.data && version.data && <WaysBack page={page.data.value} version={number} isShown={version.data.published} />}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={retry} />}
      {!error && !(page.data && version.data) && <Skeleton />}
      {page.data && version.data && (
        <section className="stack" aria-label="Comparison">
          <h2>From this version to the draft</h2>
          {page.data.value.title !== version.data.title && (
            <DiffView label="Changes of the title" old={version.data.title} next={page.data.value.title} />
          )}
          <DiffView label="Changes of the document" old={version.data.layout_html ?? ''} next={page.data.value.layout_html ?? ''} />
        </section>
      )}
    </>
  );
}

interface WaysBackProps {
  readonly page: Page;
  readonly version: number;
  readonly isShown: boolean;
}

/** Renders the buttons that bring a version back: into the draft, or to visitors. */
function WaysBack({ page, version, isShown }: WaysBackProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const publish = usePublish('pages', page);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function restoreVersion(which: number) {
    const answer = await spaceClient(space.id).page_versions.restore({ id: page.id, version: which });
    await Promise.all(['pages', 'page_versions'].map((name) => queries.invalidateQueries({ queryKey: ['space', space.id, name] })));
    return answer;
  }

  async function restore(): Promise<void> {
    const said = `Version ${version} is the draft of “${page.title}”.`;
    const { replaced_version: replaced } = await restoreVersion(version);
    if (replaced !== null) pushUndo({ said, undo: () => restoreVersion(replaced) });
    navigate(spacePath(space.id, `/pages/${page.id}`));
    sayDone(said);
  }

  async function act(run: () => Promise<void>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await run();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {space.scopes.includes('pages:run') && !isShown && page.status === 'published' && (
        <Button disabled={isBusy} onClick={() => void act(() => publish({ publish: true, version }))}>
          Publish this version
        </Button>
      )}
      {space.scopes.includes('pages:write') && (
        <Button look="primary" disabled={isBusy} onClick={() => void act(restore)}>
          Restore into the draft
        </Button>
      )}
      {error !== undefined && <ProblemNotice error={error} />}
    </>
  );
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { automationsQuery, type Run } from './automation.ts';

type RunFilter = NonNullable<Parameters<SpaceClient['automations']['search_runs']>[0]>;

/** Props of a list of runs: its filter, and the names of automations where runs of several are shown. */
export interface RunsProps {
  readonly filter: RunFilter;
  readonly nameOf?: (automation_id: string) => string;
}

/** Renders runs, newest first, with the reason of those that failed. */
export function Runs({ filter, nameOf }: RunsProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  // The names of the automations are read again, too.
  const retry = () => void queries.invalidateQueries({ queryKey: automationsQuery(space.id) });
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...automationsQuery(space.id), 'runs', filter],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).automations.search_runs({ ...filter, limit: 50, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const runs = data?.pages.flatMap((page) => page.data);
  if (!runs) return error ? <ProblemNotice error={error} onRetry={retry} /> : <Skeleton />;
  if (runs.length === 0) return <EmptyState sentence="No run yet. A run is one execution of the steps, with a log of each." />;
  return (
    <>
      {error && <ProblemNotice error={error} onRetry={retry} />}
      <div className="table-box cards">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">State</th>
              {nameOf && <th scope="col">Automation</th>}
              <th scope="col">Started by</th>
              <th scope="col" className="end">
                Steps
              </th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} name={nameOf?.(run.automation_id)} />
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function RunRow({ run, name }: { readonly run: Run; readonly name: string | undefined }): ReactElement {
  const space = useSpace();
  return (
    <tr>
      <td className="first">
        <Link href={spacePath(space.id, `/automations/${run.automation_id}/runs/${run.id}`)}>
          <TimeAgo at={run.created_at} />
        </Link>
      </td>
      <td data-label="State">
        <StateBadge state={run.status} />
      </td>
      {name !== undefined && (
        <td data-label="Automation">
          <span className="cut">{name}</span>
        </td>
      )}
      <td data-label="Started by">{run.started_by === 'manual' ? 'hand' : <code className="cut">{run.event_type}</code>}</td>
      <td data-label="Steps" className="end number">
        {run.steps_done}
      </td>
      <td data-label="Reason">
        <span className="cut" title={run.error ?? undefined}>
          {run.error ?? '–'}
        </span>
      </td>
    </tr>
  );
}

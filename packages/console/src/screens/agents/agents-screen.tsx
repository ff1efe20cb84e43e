import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { agentsQuery } from './agent.ts';
import { CreateAgentDialog } from './create-agent-dialog.tsx';

const params = { new: flag };

/** Renders the agents of a Space, and a form for a new one. */
export function AgentsScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...agentsQuery(space.id), 'list'],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).settings.list_agents({ ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const agents = data?.pages.flatMap((page) => page.data);
  const create = (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create an agent
    </Button>
  );
  return (
    <>
      <PageHead title="Agents" about="An agent acts with keys of its own, uses only what you choose, and gets events in its chat.">
        {create}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!agents && !error && <Skeleton />}
      {agents?.length === 0 && (
        <EmptyState sentence="No agent yet. Create one, and then an API key that acts in its name.">{create}</EmptyState>
      )}
      {agents && agents.length > 0 && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Created</th>
              </tr>
            </thead>
            <tbody>
              {agents.map((agent) => (
                <tr key={agent.id}>
                  <td className="first">
                    <Link href={spacePath(space.id, `/settings/agents/${agent.id}`)} className="cut">
                      {agent.name}
                    </Link>
                  </td>
                  <td data-label="Created">
                    <TimeAgo at={agent.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && <MoreButton label="Show older agents" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {isNew && <CreateAgentDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}

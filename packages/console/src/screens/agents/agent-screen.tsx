import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { agentsQuery } from './agent.ts';
import { CanUseForm } from './can-use-form.tsx';
import { Chat } from './chat.tsx';

/** Renders an agent: what it can use, its chat and its end. */
export function AgentScreen({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const client = spaceClient(space.id);
  const agent = useQuery({ queryKey: [...agentsQuery(space.id), 'get', id], queryFn: () => client.settings.get_agent({ id }) });
  const canUse = useQuery({
    queryKey: [...agentsQuery(space.id), 'get_can_use', id],
    queryFn: () => client.agents.get_can_use({ agent_id: id }),
  });
  async function remove(): Promise<void> {
    await withConfirmation(() => client.settings.delete_agent({ id }));
    await queries.invalidateQueries({ queryKey: [...agentsQuery(space.id), 'list'] });
    navigate(spacePath(space.id, '/settings/agents'), { replace: true });
    sayDone('The agent is deleted.', 'Its keys are revoked.');
  }
  const error = agent.error ?? canUse.error;
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/settings/agents')}>Agents</Link> /
        </span>
      </nav>
      {agent.data || error ? (
        <PageHead title={agent.data?.name ?? 'Agent'} about={agent.data && <IdText id={id} />}>
          {agent.data && (
            <MoreActs contract="settings" name="get_agent" args={{ id }} value={{ ...agent.data }} except={['settings.delete_agent']} />
          )}
          {agent.data && (
            <Button look="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </PageHead>
      ) : (
        <h1 className="hidden-text">Agent</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={() => void Promise.all([agent.refetch(), canUse.refetch()])} />}
      {!agent.data && !error && <Skeleton />}
      {agent.data && canUse.data && <CanUseForm canUse={canUse.data} />}
      {agent.data && <Chat id={id} />}
      {isDeleting && agent.data && (
        <ConfirmDialog
          title="Delete this agent?"
          action="Delete the agent"
          typed={agent.data.name}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>Its keys are revoked immediately and its listeners end. Its chat can be read for 90 days by its id. There is no way back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

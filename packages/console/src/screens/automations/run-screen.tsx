import './automations.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { automationsList, automationsQuery, isUnfinished, type RunWithSteps } from './automation.ts';
import { RunSteps } from './run-steps.tsx';

/** Renders one run: its state and its error first, then each step with what was sent. */
export function RunScreen({ id = '', run_id = '' }: PathArguments): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: [...automationsQuery(space.id), 'run', run_id],
    queryFn: ({ signal }) => spaceClient(space.id).automations.get_run({ id, run_id }, { signal }),
  });
  const { data: all } = useQuery(automationsList(space.id));
  const name = all?.data.find((automation) => automation.id === id)?.name ?? 'Automation';
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <Link href={spacePath(space.id, '/automations')}>Automations</Link> /{' '}
        <Link href={spacePath(space.id, `/automations/${id}`)}>{name}</Link> /
      </nav>
      <PageHead title="Run">
        <SameCall contract="automations" name="get_run" args={{ id, run_id }} />
        {data && space.scopes.includes('automations:run') && <RunActs key={run_id} run={data} />}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {data ? <RunBody run={data} /> : !error && <Skeleton />}
    </>
  );
}

function RunBody({ run }: { readonly run: RunWithSteps }): ReactElement {
  const space = useSpace();
  const failed = run.steps.find(({ outcome }) => outcome === 'failed');
  return (
    <>
      <div className={`notice ${run.status === 'failed' ? 'bad' : ''}`} role="status">
        <p className="row">
          <StateBadge state={run.status} />
          {run.error ? (
            <strong>{failed?.error ?? run.error}</strong>
          ) : (
            <span>{isUnfinished(run) ? 'It is not finished.' : 'Every step is done.'}</span>
          )}
        </p>
        {run.cancel_requested_at && isUnfinished(run) && <p>It ends before its next step.</p>}
        {failed && (
          <p>
            <Link href={spacePath(space.id, `/automations/${run.automation_id}`)}>Correct the automation</Link>, then run it again.
          </p>
        )}
      </div>
      <dl className="card facts">
        <dt>Started by</dt>
        <dd>
          {run.event_id ? (
            <>
              <code>{run.event_type}</code>, <Link href={spacePath(space.id, `/events/${run.event_id}`)}>the event</Link>
            </>
          ) : (
            'hand, or a call of the API'
          )}
        </dd>
        <dt>Started</dt>
        <dd>{run.started_at ? <TimeAgo at={run.started_at} /> : '–'}</dd>
        <dt>Finished</dt>
        <dd>{run.finished_at ? <TimeAgo at={run.finished_at} /> : '–'}</dd>
        {run.rerun_of && (
          <>
            <dt>Repeats</dt>
            <dd>
              <Link href={spacePath(space.id, `/automations/${run.automation_id}/runs/${run.rerun_of}`)}>an earlier run</Link>
            </dd>
          </>
        )}
        {run.payload && (
          <>
            <dt>Payload</dt>
            <dd>
              <JsonTree value={run.payload} />
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <IdText id={run.id} />
        </dd>
      </dl>
      <RunSteps steps={run.steps} />
    </>
  );
}

/** Renders what can be done with a run: cancel it while it runs, and run it again when it has ended. */
function RunActs({ run }: { readonly run: RunWithSteps }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<'cancel' | 'start' | 'failed_step'>();
  const client = spaceClient(space.id).automations;
  const path = { id: run.automation_id, run_id: run.id };
  async function cancel(): Promise<void> {
    await client.cancel(path);
    await queries.invalidateQueries({ queryKey: automationsQuery(space.id) });
  }
  async function rerun(begin: 'start' | 'failed_step'): Promise<void> {
    const { run_id } = await client.rerun({ ...path, begin });
    navigate(spacePath(space.id, `/automations/${run.automation_id}/runs/${run_id}`));
  }
  const close = () => setOpened(undefined);
  return (
    <>
      {isUnfinished(run) ? (
        <Button look="danger" onClick={() => setOpened('cancel')}>
          Cancel the run
        </Button>
      ) : (
        <Button onClick={() => setOpened('start')}>Run again</Button>
      )}
      {run.status === 'failed' && (
        <Button look="primary" onClick={() => setOpened('failed_step')}>
          Run again from the failed step
        </Button>
      )}
      {opened === 'cancel' && (
        <ConfirmDialog title="Cancel the run?" action="Cancel the run" onConfirm={cancel} onClose={close}>
          <p>It ends before its next step. Steps that are done stay done.</p>
        </ConfirmDialog>
      )}
      {opened && opened !== 'cancel' && (
        <ConfirmDialog
          title={opened === 'start' ? 'Run it again?' : 'Run it again from the failed step?'}
          action="Run again"
          onConfirm={() => rerun(opened)}
          onClose={close}
        >
          <p>
            {opened === 'start'
              ? 'Every step takes effect once more, with the steps that the automation has now and the same event or payload.'
              : 'Steps that succeeded are not executed again: their answers are used. The others run as the automation has them now.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

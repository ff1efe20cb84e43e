import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, use, useState } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo, Timezone } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { type PlannerFields, PlannerForm } from './planner-form.tsx';
import { accountsQuery, plannersQuery, socialQuery } from './social.ts';
import './social.css';

const params = { new: flag };

const sample = { name: 'Mornings', timezone: 'Europe/London', slots: [{ weekday: 'monday', time: '09:00' }] };

/** Renders the planners with their next free times. */
export function PlannersScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const { data, error, refetch } = useQuery(plannersQuery(space.id));
  const planners = data?.data;
  const canWrite = space.scopes.includes('social:write');
  const create = canWrite && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      Create a planner
    </Button>
  );
  return (
    <>
      <PageHead
        title="Planners"
        about="Times of the week, each for one post. A post that is published by a planner gets its next free time."
      >
        <SameCall contract="social" name="list_planners" />
        {planners && planners.length > 0 && create}
      </PageHead>
      <PlaceTabs path="/social/planners" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!planners && !error && <Skeleton />}
      {planners?.length === 0 && (
        <EmptyState sentence="A planner publishes one post at each of its times of the week.">
          <div className="row">
            {create}
            <SameCall contract="social" name="create_planner" args={sample} />
          </div>
        </EmptyState>
      )}
      {planners && planners.length > 0 && (
        <ul className="social-records">
          {planners.map(({ id, name, slots, timezone, scheduled_count, next_free_at }) => (
            <li key={id} className="card stack">
              <h2>
                <Link href={spacePath(space.id, `/social/planners/${id}`)}>{name}</Link>
              </h2>
              <p className="soft">
                {slots.length} {slots.length === 1 ? 'time' : 'times'} a week in {timezone} · {scheduled_count} wait
                {next_free_at && (
                  <>
                    {' '}
                    · next free <TimeAgo at={next_free_at} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isNew && canWrite && <CreatePlannerDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}

function CreatePlannerDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const zone = use(Timezone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data: accounts } = useQuery(accountsQuery(space.id));
  const [fields, setFields] = useState<PlannerFields>({
    name: '',
    timezone: zone,
    slots: [{ weekday: 'monday', time: '09:00' }],
    account_ids: [],
  });
  const { error, errors, isBusy, run } = useFormCall();
  const create = () =>
    run(async (idempotency_key) => {
      await spaceClient(space.id).social.create_planner(fields, { idempotency_key });
      await queries.invalidateQueries({ queryKey: socialQuery(space.id) });
      onClose();
      sayDone(`“${fields.name}” is created.`);
    });
  return (
    <Dialog title="Create a planner" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && fields.name.trim() !== '') void create();
        }}
      >
        <PlannerForm fields={fields} accounts={accounts?.data ?? []} errors={errors} onChange={setFields} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || fields.name.trim() === ''}>
            Create the planner
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

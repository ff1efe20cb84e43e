import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { asApiError } from '../../api/api-error.ts';
import { spaceClient } from '../../api/space-client.ts';
import { type Thing, useThing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { differencesOf } from '../editing/differences.ts';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdit } from '../editing/use-edit.ts';
import { type PlannerFields, PlannerForm } from './planner-form.tsx';
import { accountsQuery, type Planner, socialQuery } from './social.ts';
import './social.css';

/** Renders a planner with its times of the week. */
export function PlannerScreen({ id = '' }: { readonly id?: string }): ReactElement {
  const space = useSpace();
  const { data: thing, error, refetch } = useThing<Planner>(space.id, 'social', 'get_planner', { id });
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/social/planners')}>Planners</Link> /
        </span>
      </nav>
      {!thing && (error ? <PageHead title="Planner" /> : <h1 className="hidden-text">Planner</h1>)}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!thing && !error && <Skeleton />}
      {thing && <PlannerPage key={id} thing={thing} />}
    </>
  );
}

const fieldsOf = ({ name, timezone, slots, account_ids }: Planner): PlannerFields => ({ name, timezone, slots, account_ids });

function PlannerPage({ thing }: { readonly thing: Thing<Planner> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { data: accounts } = useQuery(accountsQuery(space.id));
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, scheduled_count, next_free_at } = thing.value;
  const edit = useEdit<Planner, PlannerFields>({
    space_id: space.id,
    contract: 'social',
    operations: { read: 'get_planner', change: 'update_planner' },
    path: { id },
    thing,
    draftOf: fieldsOf,
    changesOf: (draft, saved) => differencesOf(draft, fieldsOf(saved)),
    said: (draft) => `“${draft.name}” is saved.`,
  });
  const canWrite = space.scopes.includes('social:write');
  const error = edit.refusal?.error;

  async function remove(): Promise<void> {
    await spaceClient(space.id).social.delete_planner({ id });
    navigate(spacePath(space.id, '/social/planners'), { replace: true });
    await queries.invalidateQueries({ queryKey: [...socialQuery(space.id), 'list_planners'] });
    sayDone(`“${name}” is deleted.`);
  }

  return (
    <>
      <PageHead title={name}>
        <SameCall contract="social" name="get_planner" args={{ id }} />
        {canWrite && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </PageHead>
      <p>
        {scheduled_count} {scheduled_count === 1 ? 'post waits' : 'posts wait'} for a time.{' '}
        {next_free_at && (
          <>
            The next free time is <TimeAgo at={next_free_at} />.
          </>
        )}
      </p>
      <fieldset className="social-plain" disabled={!canWrite}>
        <PlannerForm
          fields={edit.draft}
          accounts={accounts?.data ?? []}
          errors={error === undefined ? [] : asApiError(error).errors}
          onChange={edit.change}
        />
      </fieldset>
      {error !== undefined && <ProblemNotice error={error} />}
      <SaveBar edit={edit} about="Posts that are scheduled already keep their times." onSave={() => void edit.save()} />
      {isDeleting && (
        <ConfirmDialog title="Delete this planner?" action="Delete the planner" onConfirm={remove} onClose={() => setDeleting(false)}>
          <p>Posts that it scheduled stay scheduled. There is no way back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

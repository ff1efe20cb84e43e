import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { AnswerList } from './answer-list.tsx';
import { submissionsQuery } from './form.ts';

/** Props of a submission; `onDeleted` runs after it was deleted. */
export interface SubmissionViewProps {
  readonly id: string;
  readonly submission_id: string;
  readonly onDeleted: () => void;
}

/** Renders what was sent: the answers, the state, the contact and the events that followed. */
export function SubmissionView({ id, submission_id, onDeleted }: SubmissionViewProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery({
    queryKey: [...submissionsQuery(space.id), 'get', { id, submission_id }],
    queryFn: ({ signal }) => spaceClient(space.id).form_submissions.get({ id, submission_id }, { signal }),
  });
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const { status, contact_id, created_at, confirmed_at, expires_at, source, form_version, quiz, fields } = data;
  return (
    <div className="stack">
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      <AnswerList form_id={id} fields={fields} data={data.data} />
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <StateBadge state={status} />
        </dd>
        <dt>Sent</dt>
        <dd>
          <TimeAgo at={created_at} /> ·{' '}
          {source === 'page' ? 'on the public page' : source === 'booking' ? 'with a booking' : 'over the API'}
        </dd>
        {confirmed_at && status === 'confirmed' && expires_at && (
          <>
            <dt>Confirmed</dt>
            <dd>
              <TimeAgo at={confirmed_at} />
            </dd>
          </>
        )}
        {status === 'pending_confirmation' && expires_at && (
          <>
            <dt>Can be confirmed until</dt>
            <dd>
              <TimeAgo at={expires_at} />
            </dd>
          </>
        )}
        <dt>Contact</dt>
        <dd>
          {contact_id ? <Link href={spacePath(space.id, `/contacts/${contact_id}`)}>Open the contact</Link> : 'None: no email was given.'}
        </dd>
        {quiz && (
          <>
            <dt>Quiz</dt>
            <dd>
              {quiz.score} of {quiz.max_score} points, {Math.round(quiz.percent)} %, {quiz.passed ? 'passed' : 'not passed'}
            </dd>
          </>
        )}
        <dt>Version of the form</dt>
        <dd>{form_version}</dd>
        {space.scopes.includes('automations:read') && (
          <>
            <dt>What happened then</dt>
            <dd>
              <Link href={spacePath(space.id, `/events?thing=${submission_id}`)}>Events about this submission</Link>
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <IdText id={submission_id} />
        </dd>
      </dl>
      <div className="row">
        <SubmissionActions id={id} submission_id={submission_id} status={status} onDeleted={onDeleted} />
        <SameCall contract="form_submissions" name="get" args={{ id, submission_id }} />
      </div>
    </div>
  );
}

function SubmissionActions({ id, submission_id, status, onDeleted }: SubmissionViewProps & { readonly status: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const [link, setLink] = useState<string>();
  const { error, isBusy, run } = useFormCall();
  const submissions = spaceClient(space.id).form_submissions;
  const reread = () => queries.invalidateQueries({ queryKey: submissionsQuery(space.id) });
  async function resend(): Promise<void> {
    try {
      await submissions.resend({ id, submission_id });
      await reread();
      sayDone('A confirmation is asked for again.', 'Your mail program gets the event form_confirmation_requested.');
    } catch (failure) {
      sayFailed(failure);
    }
  }
  const createLink = () =>
    run(async (idempotency_key) => {
      setLink((await submissions.create_link({ id, submission_id }, { idempotency_key })).confirmation_url);
    });
  async function remove(): Promise<void> {
    await submissions.delete({ id, submission_id });
    onDeleted();
    queries.removeQueries({ queryKey: [...submissionsQuery(space.id), 'get', { id, submission_id }] });
    await reread();
    sayDone('The submission is deleted.');
  }
  return (
    <>
      {status !== 'confirmed' && space.scopes.includes('forms:write') && (
        <Button onClick={() => void resend()}>Ask for the confirmation again</Button>
      )}
      {status === 'pending_confirmation' && space.scopes.includes('forms:run') && (
        <Button disabled={isBusy} onClick={() => void createLink()}>
          Create the confirmation link
        </Button>
      )}
      {space.scopes.includes('forms:write') && (
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {error !== undefined && <ProblemNotice error={error} />}
      {link !== undefined && (
        <SecretOnce
          title="The confirmation link"
          secret={link}
          advice="Mail it to the person who sent the form. The link before it is void."
          onClose={() => setLink(undefined)}
        />
      )}
      {isDeleting && (
        <ConfirmDialog title="Delete this submission?" action="Delete the submission" onConfirm={remove} onClose={() => setDeleting(false)}>
          <p>Its answers and files are deleted. The contact stays. There is no way back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

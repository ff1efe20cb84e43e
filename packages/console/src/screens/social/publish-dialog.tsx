import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, use, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices, TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { Timezone } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { accountsFor, contentOf, countFor } from './content.ts';
import { accountsQuery, type Post, plannersQuery, postName, socialQuery } from './social.ts';

type When = 'now' | 'at' | 'planner';

/** Renders the second step before a post leaves the Space: when, on which accounts, and what it says. */
export function PublishDialog({ post, onClose }: { readonly post: Post; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const zone = use(Timezone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const accounts = useQuery(accountsQuery(space.id));
  const planners = useQuery(plannersQuery(space.id));
  const [when, setWhen] = useState<When>('now');
  const [at, setAt] = useState('');
  const [planner, setPlanner] = useState('');
  const { error, isBusy, faultOf, run } = useFormCall();
  const known = planners.data?.data ?? [];
  const planner_id = planner || known[0]?.id;
  const time = when === 'at' ? { scheduled_at: `${at}[${zone}]` } : when === 'planner' && planner_id ? { planner_id } : {};
  const args = { post_id: post.id, ...time };
  const chosen = accountsFor(post.account_ids, accounts.data?.data ?? []);
  const tooMuch = chosen.flatMap((account) => countFor(account, contentOf(post)).fault ?? []);
  const isReady = when === 'now' || (when === 'at' ? at !== '' : planner_id !== undefined);

  const publish = () =>
    run(async (idempotency_key) => {
      const { status } = await spaceClient(space.id).social.publish(args, { idempotency_key });
      await queries.invalidateQueries({ queryKey: socialQuery(space.id) });
      onClose();
      sayDone(status === 'scheduled' ? 'The post is scheduled.' : 'The post is on its way.', `“${postName(post)}”`);
    });

  return (
    <Dialog title="Publish this post?" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void publish();
        }}
      >
        <blockquote className="social-text card">{post.text || postName(post)}</blockquote>
        <p>
          {chosen.length > 0
            ? `People outside of the Space see it on ${chosen.map(({ handle }) => handle).join(', ')}.`
            : 'People outside of the Space see it on the accounts of the planner, or on the only account.'}{' '}
          What a network has received stays there.
        </p>
        {tooMuch.length > 0 && (
          <p className="notice warn" role="status">
            {tooMuch.join(' ')} The network refuses that.
          </p>
        )}
        <Choices<When>
          legend="When"
          name="when"
          value={when}
          choices={[['now', 'Now'], ['at', 'At a time'], ...(known.length > 0 ? [['planner', 'By a planner'] as const] : [])]}
          onChoose={setWhen}
        />
        {when === 'at' && (
          <TextField
            label="Time"
            type="datetime-local"
            required
            help={`In the zone ${zone}`}
            fault={faultOf('scheduled_at')}
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
        )}
        {when === 'planner' && (
          <SelectField
            label="Planner"
            value={planner_id ?? ''}
            choices={known.map(({ id, name }) => [id, name] as const)}
            onChoose={setPlanner}
            help="The post takes the next free time of the planner."
          />
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="social" name="publish" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || isBusy}>
            {when === 'now' ? 'Publish now' : 'Schedule the post'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

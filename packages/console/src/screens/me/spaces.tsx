import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { createSpace, leaveSpace, type Membership, PERSON_KEY } from '../../api/person.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSignedIn } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';

/** Renders the Spaces of the person: each can be left, and a new one created. */
export function Spaces(): ReactElement {
  const { spaces } = useSignedIn();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Membership>();
  return (
    <section className="card stack" aria-labelledby="spaces">
      <h2 id="spaces">Your Spaces</h2>
      <ul className="stack">
        {spaces.map((space) => (
          <li key={space.id} className="page-head">
            <p>
              <Link href={spacePath(space.id)}>{space.name}</Link> <span className="badge">{space.role}</span>
            </p>
            <Button small look="danger" onClick={() => setLeaving(space)}>
              Leave<span className="hidden-text"> {space.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <CreateSpace />
      {leaving && (
        <ConfirmDialog
          title="Leave this Space?"
          action="Leave the Space"
          typed={leaving.name}
          onConfirm={async () => {
            await withConfirmation(() => leaveSpace(leaving.id));
            sayDone(`You have left “${leaving.name}”.`);
            await queries.invalidateQueries({ queryKey: PERSON_KEY });
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>You reach it again only by a new invitation. The last owner cannot leave.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Renders the form of a new Space; the person is its owner, and the console goes to it. */
export function CreateSpace(): ReactElement {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const { error, isBusy, run } = useFormCall();
  const create = () =>
    run(async (idempotency_key) => {
      const { id } = await createSpace(name.trim(), idempotency_key);
      await queries.invalidateQueries({ queryKey: PERSON_KEY });
      navigate(spacePath(id));
    });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && name.trim() !== '') void create();
      }}
    >
      <TextField
        label="Name of a new Space"
        maxLength={200}
        help="You are its owner, and nothing of your other Spaces is in it."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div>
        <Button type="submit" disabled={isBusy || name.trim() === ''}>
          Create the Space
        </Button>
      </div>
    </form>
  );
}

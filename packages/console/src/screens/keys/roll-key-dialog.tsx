import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import type { Key } from './key-table.tsx';
import { keysQuery } from './keys-query.ts';
import { type NewKey, NewKeyView } from './new-key.tsx';

type Hours = '0' | '1' | '24';

/** Renders the dialog that replaces the secret of a key. It says what ends before it acts, and shows the new secret once. */
export function RollKeyDialog({ rolled, onClose }: { readonly rolled: Key; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [hours, setHours] = useState<Hours>('0');
  const [endsGrants, setEndsGrants] = useState(false);
  const [created, setCreated] = useState<NewKey>();
  const { error, isBusy, run } = useFormCall();

  const roll = () =>
    run(async (idempotency_key) => {
      const args = { id: rolled.id, old_valid_hours: Number(hours), revoke_grants: endsGrants };
      setCreated(await withConfirmation(() => spaceClient(space.id).settings.roll_key(args, { idempotency_key })));
      await queries.invalidateQueries({ queryKey: keysQuery(space.id) });
    });

  if (created)
    return (
      <Dialog title="The new secret of the key" open onClose={onClose} isDismissible={false}>
        <NewKeyView created={created} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={`Roll “${rolled.name}”`} open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void roll();
        }}
      >
        <p>The key gets a new secret. Its scopes, automations and OAuth clients stay.</p>
        <Choices
          legend="The old secret ends"
          name="hours"
          value={hours}
          choices={[
            ['0', 'Immediately'],
            ['1', 'In 1 hour'],
            ['24', 'In 24 hours'],
          ]}
          onChoose={setHours}
          help="After a leak, end it immediately. A secret that an earlier roll left valid ends now."
        />
        <label className="tick">
          <input type="checkbox" checked={endsGrants} onChange={(event) => setEndsGrants(event.target.checked)} />
          <span>End the OAuth clients of the key, too</span>
        </label>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger primary" disabled={isBusy}>
            Roll the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

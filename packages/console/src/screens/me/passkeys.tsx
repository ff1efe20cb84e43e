import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  addPasskey,
  beginPasskey,
  canUsePasskeys,
  listPasskeys,
  PASSKEYS_KEY,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '../../api/passkeys.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { browserName } from './browser-name.ts';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

/** Renders the passkeys of the person, and a form for another one. */
export function Passkeys(): ReactElement {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: PASSKEYS_KEY, queryFn: listPasskeys });
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const reread = () => queries.invalidateQueries({ queryKey: PASSKEYS_KEY });
  return (
    <section className="card stack" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="soft">A passkey signs you in with the lock of your device, without a password.</p>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && !data.is_offered && (
        <p className="notice">Passkeys belong to a name. Open the console by https, or at localhost, to use them.</p>
      )}
      {data && data.data.length > 0 && (
        <ul className="stack">
          {data.data.map((passkey) => (
            <li key={passkey.id} className="page-head">
              <div>
                <p>{passkey.name}</p>
                <p className="soft">
                  {passkey.is_synced ? 'Copied to your other devices' : 'On one device'}, added <TimeAgo at={passkey.created_at} />, last
                  used {passkey.last_used_at ? <TimeAgo at={passkey.last_used_at} /> : 'never'}
                </p>
              </div>
              <div className="row">
                <Button small onClick={() => setRenaming(passkey)}>
                  Rename<span className="hidden-text"> {passkey.name}</span>
                </Button>
                <Button small look="danger" onClick={() => setRemoving(passkey)}>
                  Remove<span className="hidden-text"> {passkey.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {data?.is_offered && (canUsePasskeys() ? <AddPasskey onAdded={reread} /> : <p className="notice">This browser has no passkeys.</p>)}
      {renaming && (
        <RenamePasskeyDialog
          name={renaming.name}
          onRename={async (name) => {
            await withConfirmation(() => renamePasskey(renaming.id, name));
            await reread();
          }}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title="Remove this passkey?"
          action="Remove the passkey"
          onConfirm={async () => {
            await withConfirmation(() => removePasskey(removing.id));
            await reread();
            sayDone(`The passkey “${removing.name}” is removed.`, 'Remove it on your device, too.');
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>“{removing.name}” signs no one in from then on.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => Promise<void> }): ReactElement {
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  async function add(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await addPasskey(await withConfirmation(beginPasskey), name.trim());
      await onAdded();
      sayDone('The passkey is added.', 'You can sign in with it from now on.');
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && name.trim() !== '') void add();
      }}
    >
      <TextField
        label="Name of the new passkey"
        maxLength={100}
        help="Such as the device it is on"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div>
        <Button type="submit" disabled={isBusy || name.trim() === ''}>
          Add a passkey
        </Button>
      </div>
    </form>
  );
}

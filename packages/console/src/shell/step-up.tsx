import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { canUsePasskeys, confirmWithPasskey, listPasskeys, PASSKEYS_KEY } from '../api/passkeys.ts';
import { confirmPassword } from '../api/person.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Asks for a confirmation; set by the dialog while it is mounted. */
let ask: (() => Promise<boolean>) | undefined;

/**
 * Makes a call. When the service answers that the person must confirm first, a dialog asks for the password or a passkey, and the call is
 * repeated. A person who cancels gets the refusal.
 */
export async function withConfirmation<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_required' || !ask) throw error;
    if (!(await ask())) throw error;
    return call();
  }
}

/** Renders the dialog that asks for the password or a passkey before an act that needs a recent confirmation. */
export function StepUpDialog(): ReactElement | null {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | undefined>();
  useEffect(() => {
    ask = () => new Promise((resolve) => setAnswer(() => resolve));
    return () => {
      ask = undefined;
    };
  }, []);
  if (!answer) return null;
  const end = (isConfirmed: boolean) => {
    answer(isConfirmed);
    setAnswer(undefined);
  };
  return (
    <Dialog title="Confirm that it is you" open onClose={() => end(false)}>
      <StepUpForm onDone={() => end(true)} onCancel={() => end(false)} />
    </Dialog>
  );
}

function StepUpForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }): ReactElement {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const passkeys = useQuery({ queryKey: PASSKEYS_KEY, queryFn: listPasskeys });
  const hasPasskey = canUsePasskeys() && (passkeys.data?.data.length ?? 0) > 0;
  async function confirm(by: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await by();
      onDone();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && password !== '') void confirm(() => confirmPassword(password));
      }}
    >
      <p>
        This changes who can reach the Space. Enter your password{hasPasskey && ', or use a passkey'}; the confirmation lasts ten minutes.
      </p>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        {hasPasskey && (
          <Button disabled={isBusy} onClick={() => void confirm(confirmWithPasskey)}>
            Use a passkey
          </Button>
        )}
        <Button type="submit" look="primary" disabled={isBusy || password === ''}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { canUsePasskeys, confirmWithPasskey, listPasskeys, PASSKEYS_KEY } from '../api/passkeys.ts';
import { confirmPassword } from '../api/person.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Renders the form that asks for the password or a passkey. */
export function StepUpForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }): ReactElement {
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

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { canUsePasskeys, confirmWithPasskey, listPasskeys, PASSKEYS_KEY } from '../api/passkeys.ts';
import { confirmPassword } from '../api/person.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useSignedIn } from './session.tsx';

/** Renders the form that asks for the password or a passkey. Any other means is asked for in a new tab, so that nothing typed is lost. */
export function StepUpForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }): ReactElement {
  const { has_password } = useSignedIn().person;
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
        This changes who can reach the Space, or how you sign in.
        {has_password && ` Enter your password${hasPasskey ? ', or use a passkey' : ''}.`} A confirmation lasts ten minutes.
      </p>
      {has_password && (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <p>
        <a href="/confirm?next=/me" target="_blank" rel="noreferrer">
          Confirm another way
        </a>{' '}
        in a new tab, then go on here.
      </p>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        {hasPasskey && (
          <Button disabled={isBusy} onClick={() => void confirm(confirmWithPasskey)}>
            Use a passkey
          </Button>
        )}
        <Button disabled={isBusy} onClick={onDone}>
          Go on
        </Button>
        {has_password && (
          <Button type="submit" look="primary" disabled={isBusy || password === ''}>
            Confirm
          </Button>
        )}
      </div>
    </form>
  );
}

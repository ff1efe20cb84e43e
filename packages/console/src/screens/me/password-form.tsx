import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { changePassword } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { SESSIONS_KEY } from './sessions.tsx';
import { SIGN_INS_KEY } from './sign-ins.tsx';

/** Characters that a password has at least. */
const MIN_PASSWORD = 12;

/** Renders the form that changes the password. */
export function PasswordForm(): ReactElement {
  const queries = useQueryClient();
  const [next, setNext] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isShort = next !== '' && [...next].length < MIN_PASSWORD;
  async function change(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await withConfirmation(() => changePassword(next));
      setNext('');
      await Promise.all([SESSIONS_KEY, SIGN_INS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
      sayDone('Your password is changed.', 'Your other sessions have ended.');
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isShort) void change();
      }}
    >
      <h2>Password</h2>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        help={`At least ${MIN_PASSWORD} characters. A few words are easy to remember and hard to guess.`}
        fault={isShort ? `The password needs at least ${MIN_PASSWORD} characters.` : undefined}
        value={next}
        onChange={(event) => setNext(event.target.value)}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row">
        <Button type="submit" look="primary" disabled={isBusy || next === '' || isShort}>
          Change the password
        </Button>
      </div>
    </form>
  );
}

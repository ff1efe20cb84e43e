import { type ReactElement, useState } from 'react';
import { signedInPerson, signInWithPassword } from '../api/person.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useSignedIn } from './session.tsx';

/** Renders the form that signs the same person in again; `onDone` runs when they are. */
export function SignInForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const { person } = useSignedIn();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  async function goOn(signIn?: () => Promise<void>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await signIn?.();
      // Another tab may have signed in another person, who must not act on what this page shows.
      if ((await signedInPerson()) === person.id) onDone();
      else location.reload();
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
        if (!isBusy && password !== '') void goOn(() => signInWithPassword(person.email, password));
      }}
    >
      <p>Your session has ended. What you typed stays on this page.</p>
      {person.has_password && (
        <TextField
          label="Password"
          type="password"
          help={`Of ${person.email}`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <p>
        <a href="/sign-in?next=/me" target="_blank" rel="noreferrer">
          Sign in another way
        </a>{' '}
        in a new tab, then go on here.
      </p>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button disabled={isBusy} onClick={() => void goOn()}>
          Go on
        </Button>
        {person.has_password && (
          <Button type="submit" look="primary" disabled={isBusy || password === ''}>
            Sign in
          </Button>
        )}
      </div>
    </form>
  );
}

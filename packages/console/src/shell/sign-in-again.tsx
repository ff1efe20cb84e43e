import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { PERSON_KEY, signedInPerson, signInWithPassword } from '../api/person.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { signInPath } from '../routing/paths.ts';
import { useSignedIn } from './session.tsx';

/** Asks for a sign-in on this page; set by the dialog while it is mounted. */
let ask: (() => Promise<boolean>) | undefined;

/**
 * Signs the person in after their session has ended, and returns true if the call may be repeated. A page that shows a person asks in a
 * dialog, so that nothing typed is lost. Any other page leads to the sign-in page.
 */
export async function signInAgain(): Promise<boolean> {
  if (ask) return ask();
  goToSignIn();
  return false;
}

const goToSignIn = (): void => location.assign(signInPath(location.pathname + location.search));

/** Renders the dialog that signs the person in again above what they typed. Calls that fail meanwhile wait for the same answer. */
export function SignInAgainDialog(): ReactElement | null {
  const queries = useQueryClient();
  const [end, setEnd] = useState<(() => void) | undefined>();
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    ask = () => {
      waiting ??= new Promise((resolve) =>
        setEnd(() => () => {
          waiting = undefined;
          resolve(true);
        }),
      );
      return waiting;
    };
    return () => {
      ask = undefined;
    };
  }, []);
  if (!end) return null;
  const onDone = () => {
    end();
    setEnd(undefined);
    void queries.invalidateQueries({ queryKey: PERSON_KEY });
  };
  return (
    <Dialog title="Sign in again" open onClose={goToSignIn} isDismissible={false}>
      <SignInForm onDone={onDone} />
    </Dialog>
  );
}

function SignInForm({ onDone }: { readonly onDone: () => void }): ReactElement {
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

import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { PERSON_KEY, signedInPerson } from '../api/person.ts';
import { Dialog } from '../parts/dialog.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { signInPath } from '../routing/paths.ts';

const SignInForm = lazyPart(() => import('./sign-in-form.tsx').then(({ SignInForm: part }) => part));

/** Milliseconds after which a cookie that another tab received is there. */
const COOKIE_MS = 300;

/** Returns true if the browser has received another cookie meanwhile: a change of the password in another tab renews it. */
async function hasNewCookie(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, COOKIE_MS));
  const isSignedIn = await signedInPerson().then(
    () => true,
    () => false,
  );
  looking = undefined;
  return isSignedIn;
}

/** The look for another cookie that is going on; calls that fail meanwhile wait for it. */
let looking: Promise<boolean> | undefined;

/** Asks for a sign-in on this page; set by the dialog while it is mounted. */
let ask: (() => Promise<boolean>) | undefined;

/**
 * Signs the person in after their session has ended, and returns true if the call may be repeated. A page that shows a person asks in a
 * dialog, so that nothing typed is lost. Any other page leads to the sign-in page.
 */
export async function signInAgain(): Promise<boolean> {
  if (ask) {
    looking ??= hasNewCookie();
    if (await looking) return true;
  }
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

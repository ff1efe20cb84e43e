import { type ReactElement, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Dialog } from '../parts/dialog.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';

const StepUpForm = lazyPart(() => import('./step-up-form.tsx').then(({ StepUpForm: part }) => part));

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

/**
 * Renders the dialog that asks for the password or a passkey before an act that needs a recent confirmation. Acts that are refused meanwhile
 * wait for the same answer.
 */
export function StepUpDialog(): ReactElement | null {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | undefined>();
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    ask = () => {
      waiting ??= new Promise((resolve) =>
        setAnswer(() => (isConfirmed: boolean) => {
          waiting = undefined;
          resolve(isConfirmed);
        }),
      );
      return waiting;
    };
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

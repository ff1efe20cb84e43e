import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { Arguments } from '../api/send.ts';

/** A change that the service refused, because the thing was changed after it was read. */
export interface Conflict {
  readonly space_id: string;
  /** The id of the thing. */
  readonly id: string;
  /** The values that this tab wants to give to fields. */
  readonly mine: Arguments;
  /** The values that these fields have now. */
  readonly theirs: Arguments;
}

/** The end of a conflict; undefined leaves the change undone, and the refusal is shown. */
export type Decision = 'mine' | 'theirs' | undefined;

/** Asks the person; set by the dialog while it is mounted. */
let ask: ((conflict: Conflict) => Promise<Decision>) | undefined;

/** Shows both versions, and resolves to the one that the person chooses. */
export const decideConflict = async (conflict: Conflict): Promise<Decision> => ask?.(conflict);

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })));

/** Renders the dialog that shows both versions of a thing. It is loaded when it is needed. Several conflicts are shown one after another. */
export function ConflictHost(): ReactElement | null {
  const [asked, setAsked] = useState<{ readonly conflict: Conflict; readonly decide: (decision: Decision) => void }>();
  useEffect(() => {
    let last: Promise<unknown> = Promise.resolve();
    ask = (conflict) => {
      const decided = last.then(() => new Promise<Decision>((decide) => setAsked({ conflict, decide })));
      last = decided;
      return decided;
    };
    return () => {
      ask = undefined;
    };
  }, []);
  if (!asked) return null;
  function end(decision: Decision): void {
    asked?.decide(decision);
    setAsked(undefined);
  }
  return (
    <Suspense fallback={null}>
      <ConflictDialog conflict={asked.conflict} onEnd={end} />
    </Suspense>
  );
}

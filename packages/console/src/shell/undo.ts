import type { QueryClient } from '@tanstack/react-query';
import { offerUndo, sayDone, sayFailed } from '../parts/toast.tsx';
import { createUndoStack, type UndoEntry } from './undo-stack.ts';

export type { UndoEntry } from './undo-stack.ts';

const stack = createUndoStack();

/** Closes the toast of an act: its button would do nothing once the act is taken back. */
const closeToast = new WeakMap<UndoEntry, () => void>();

/** Adds an act to those that `mod+z` takes back, the latest first, and says in a toast that it is done, with a button that takes it back. */
export function pushUndo(entry: UndoEntry): void {
  stack.push(entry);
  closeToast.set(
    entry,
    offerUndo(entry.said, () => void undoLatest(entry)),
  );
}

/**
 * Returns the function that says that something is done and offers the way back. `reread` runs now and after the way back, and makes what
 * was read of it stale.
 */
export const backOffer =
  (reread: (queries: QueryClient, space_id: string) => Promise<unknown>) =>
  async (queries: QueryClient, space_id: string, said: string, back: () => Promise<unknown>): Promise<void> => {
    pushUndo({ said, undo: () => back().then(() => reread(queries, space_id)) });
    await reread(queries, space_id);
  };

/** Takes the latest act back, or the one that is given, and says how it went. */
export async function undoLatest(given?: UndoEntry): Promise<void> {
  try {
    const entry = await stack.undo(given);
    if (!entry) return;
    closeToast.get(entry)?.();
    sayDone('Taken back.', entry.said);
  } catch (error) {
    sayFailed(error);
  }
}

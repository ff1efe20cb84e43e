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

import { asApiError } from '../api/api-error.ts';
import { offerUndo, sayDone, sayFailed } from '../parts/toast.tsx';

/** An act of this tab that can be taken back. */
export interface UndoEntry {
  /** What was done, such as `“Deals” is renamed.` */
  readonly said: string;
  /** Takes the act back. It rejects with ApiError when the service refuses, such as after a change of someone else. */
  readonly undo: () => Promise<unknown>;
}

/** The acts that a tab can take back. */
const MAX_ENTRIES = 50;

let entries: readonly UndoEntry[] = [];

/** True while an act is taken back, so that a key that is held down takes back one act. */
let isBusy = false;

/** Adds an act to those that `mod+z` takes back, the latest first, and says in a toast that it is done, with a button that takes it back. */
export function pushUndo(entry: UndoEntry): void {
  entries = [...entries, entry].slice(-MAX_ENTRIES);
  offerUndo(entry.said, () => void undoLatest(entry));
}

/** Removes the latest act, or the one that is given, and returns it; undefined if there is none. */
export function popUndo(entry: UndoEntry | undefined = entries.at(-1)): UndoEntry | undefined {
  if (!entry || !entries.includes(entry)) return undefined;
  entries = entries.filter((one) => one !== entry);
  return entry;
}

/** Takes the latest act back, or the one that is given, and says how it went. An act that could not reach the service can be taken back later. */
export async function undoLatest(given?: UndoEntry): Promise<void> {
  if (isBusy) return;
  const entry = popUndo(given);
  if (!entry) return void (given ?? sayDone('There is no change of this tab to take back.'));
  isBusy = true;
  try {
    await entry.undo();
    sayDone('Taken back.', entry.said);
  } catch (error) {
    const { status } = asApiError(error);
    if (status === 0 || status >= 500) entries = [...entries, entry];
    sayFailed(error);
  } finally {
    isBusy = false;
  }
}

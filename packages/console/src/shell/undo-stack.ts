import { asApiError } from '../api/api-error.ts';

/** An act of this tab that can be taken back. */
export interface UndoEntry {
  /** Says what was done, such as `“Deals” is renamed.` */
  readonly said: string;
  /** Takes the act back. It rejects with ApiError when the service refuses, such as after a change of someone else. */
  readonly undo: () => Promise<unknown>;
}

/** The acts that a tab can take back. */
const MAX_ENTRIES = 50;

/** The acts of a tab that can be taken back, the latest first. */
export interface UndoStack {
  push(entry: UndoEntry): void;
  /** Removes the latest act, or the one that is given, and returns it; undefined for an empty stack. */
  pop(entry?: UndoEntry): UndoEntry | undefined;
  /**
   * Takes the latest act back, or the one that is given, and returns it; undefined for an empty stack, or while another one is taken back.
   * An act that could not reach the service stays, and can be taken back later.
   */
  undo(entry?: UndoEntry): Promise<UndoEntry | undefined>;
}

/** Creates an empty stack. */
export function createUndoStack(): UndoStack {
  let entries: readonly UndoEntry[] = [];
  /** True while an act is taken back, so that a key that is held down takes back one act. */
  let isBusy = false;

  function push(entry: UndoEntry): void {
    entries = [...entries, entry].slice(-MAX_ENTRIES);
  }

  function pop(entry = entries.at(-1)): UndoEntry | undefined {
    if (!entry || !entries.includes(entry)) return undefined;
    entries = entries.filter((one) => one !== entry);
    return entry;
  }

  return {
    push,
    pop,
    async undo(given) {
      const entry = isBusy ? undefined : pop(given);
      if (!entry) return undefined;
      isBusy = true;
      try {
        await entry.undo();
        return entry;
      } catch (error) {
        const { status } = asApiError(error);
        if (status === 0 || status >= 500) push(entry);
        throw error;
      } finally {
        isBusy = false;
      }
    },
  };
}

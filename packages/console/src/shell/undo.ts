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

/** Adds an act to those that `mod+z` takes back, the latest first. */
export function pushUndo(entry: UndoEntry): void {
  entries = [...entries, entry].slice(-MAX_ENTRIES);
}

/** Removes the latest act, or the one that is given, and returns it; undefined if there is none. */
export function popUndo(entry: UndoEntry | undefined = entries.at(-1)): UndoEntry | undefined {
  if (!entry || !entries.includes(entry)) return undefined;
  entries = entries.filter((one) => one !== entry);
  return entry;
}

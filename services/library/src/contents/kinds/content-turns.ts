/** Runs work on one content at a time in this process, in the order of the calls. Work on different contents runs at the same time. */
export type ContentTurns = <T>(id: string, act: () => Promise<T>) => Promise<T>;

/** Creates the turns of one process. Without them calls that edit one content would apply their edits again and again. */
export function createContentTurns(): ContentTurns {
  const ends = new Map<string, Promise<void>>();
  return async function takeTurn(id, act) {
    const before = ends.get(id);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(id, promise);
    await before;
    try {
      return await act();
    } finally {
      resolve();
      if (ends.get(id) === promise) ends.delete(id);
    }
  };
}

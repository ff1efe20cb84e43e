/** Runs work on one document at a time in this process, in the order of the calls. Work on different documents runs at the same time. */
export type DocumentTurns = <T>(document: string, act: () => Promise<T>) => Promise<T>;

/** Creates the turns of one process. Without them calls that edit one document would apply their edits again and again. */
export function createDocumentTurns(): DocumentTurns {
  const ends = new Map<string, Promise<void>>();
  return async function takeTurn(document, act) {
    const before = ends.get(document);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(document, promise);
    await before;
    try {
      return await act();
    } finally {
      resolve();
      if (ends.get(document) === promise) ends.delete(document);
    }
  };
}

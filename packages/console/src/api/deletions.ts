/** The deletions under way, by the paths of their things. */
const deletions = new Map<string, Promise<unknown>>();

const isBelow = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/** Makes the reads of a thing wait until its deletion has ended, and the screen that leaves after it has left. */
export function holdReads(path: string, deletion: Promise<unknown>): void {
  const end = deletion.catch(() => undefined).then(() => new Promise((resolve) => setTimeout(resolve)));
  deletions.set(path, end);
  void end.then(() => deletions.delete(path));
}

/**
 * Waits while a thing at a path or above it is being deleted. What a live update or the end of the deletion makes a screen read again is
 * aborted when the screen leaves, so that nothing asks for a thing that is gone. Rejects when the signal is aborted.
 */
export async function afterDeletions(path: string, signal: AbortSignal | undefined): Promise<void> {
  for (const [parent, end] of deletions) if (isBelow(path, parent)) await end;
  signal?.throwIfAborted();
}

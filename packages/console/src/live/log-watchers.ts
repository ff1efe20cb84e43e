type IsStale = (queryKey: readonly unknown[]) => boolean;

const watchers = new Set<(isStale: IsStale) => void>();

/** Calls `onNews` when a log on screen may have new entries. Returns the function that ends this. */
export function watchLog(queryKey: readonly unknown[], onNews: () => void): () => void {
  const watcher = (isStale: IsStale) => {
    if (isStale(queryKey)) onNews();
  };
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Tells the logs on screen whose key is stale. */
export function tellLogs(isStale: IsStale): void {
  for (const tell of [...watchers]) tell(isStale);
}

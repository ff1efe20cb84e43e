/** Prepared statements of one kind per process. Each one stays with every connection. */
const MAX_NAMED = 256;

/** Returns the name of a prepared statement, or undefined for one that is not prepared. */
export type PreparedNames = (name: string) => string | undefined;

/**
 * Returns names of prepared statements for those that were asked for at least `min_uses` times. A name stays until the process ends; above
 * MAX_NAMED further statements are not prepared.
 */
export function createPreparedNames(min_uses: number): PreparedNames {
  const uses = new Map<string, number>();
  let named = 0;
  return (name) => {
    const count = (uses.get(name) ?? 0) + 1;
    if (count > min_uses) return name;
    if (count === min_uses && named === MAX_NAMED) return undefined;
    if (count === min_uses) named += 1;
    // Those with few uses are evicted. Those with a name must stay.
    if (uses.size > 10 * MAX_NAMED) for (const [key, seen] of uses) if (seen < min_uses) uses.delete(key);
    uses.set(name, count);
    return count === min_uses ? name : undefined;
  };
}

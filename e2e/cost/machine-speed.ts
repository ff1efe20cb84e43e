/** CPU time of the work below on the machine for which the budgets are written, in milliseconds. */
const REFERENCE_MS = 15;

/** A slower machine than this one is a fault of its own. */
const MOST = 8;

/** The first rounds run code that is not compiled yet. */
const ROUNDS = 6;

/**
 * Returns by how many times this machine takes more CPU time at present than the one for which the budgets are written, from 1 to 8.
 * A virtual processor that shares its core with others takes twice the time for the same work, and counts all of it.
 */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return Math.min(MOST, Math.max(1, least / REFERENCE_MS));
}

/** Writes and parses an object with many names, copies it and sorts its names, as the costliest requests do. */
function work(): void {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`name ${n}`, { n, text: `value ${n}` }])));
  const { ...copy } = JSON.parse(text) as Record<string, unknown>;
  const names = Object.keys(copy).sort((one, other) => (one < other ? 1 : -1));
  new Map(names.map((name) => [name, copy[name]]));
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** The time for which a long work holds the event loop, in milliseconds. */
const TURN_MS = 10;

/** Returns a function to call between the steps of a long work: it lets other work of the process run when the turn is over. */
export function createPauses(): () => Promise<void> {
  let begun = performance.now();
  return async function pause() {
    if (performance.now() - begun < TURN_MS) return;
    await nextTurn();
    begun = performance.now();
  };
}

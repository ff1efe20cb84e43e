/** The calls of a process, as numbers that its threads share: those that run, and those that ever started. */
export type CallCounts = Int32Array<SharedArrayBuffer>;

/** The places of the numbers. */
const RUNNING = 0;
const STARTED = 1;

/** Creates the counts of a process. */
export const createCallCounts = (): CallCounts => new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** Returns the number of calls that ever started; it wraps after 2³¹. */
export const startsOf = (calls: CallCounts): number => Atomics.load(calls, STARTED);

/** Counts a call that starts. */
export function countStart(calls: CallCounts): void {
  Atomics.add(calls, STARTED, 1);
  Atomics.add(calls, RUNNING, 1);
}

/** Counts a call that ends; threads that gave way to it continue. */
export function countEnd(calls: CallCounts): void {
  if (Atomics.sub(calls, RUNNING, 1) === 1) Atomics.notify(calls, RUNNING);
}

/** Blocks the thread while calls run that it has not given way to yet. */
export type GiveWay = () => void;

/** The longest pauses of a thread, in milliseconds. */
export interface PauseLimits {
  /** One pause. */
  readonly pause_ms: number;
  /** All pauses together. */
  readonly total_ms: number;
}

/**
 * Returns a function for long work in a thread, to be called between its steps: calls of the process go first. The thread
 * is blocked until no call runs, at most `pause_ms`. It waits again only after a further call has started, so a long poll
 * does not stop it. All pauses together take at most `total_ms`, so that the work ends under any load.
 *
 * A lower priority alone does not suffice: the thread would still share caches and cores with the call.
 */
export function createGiveWay(calls: CallCounts, { pause_ms, total_ms }: PauseLimits): GiveWay {
  let seen = Atomics.load(calls, STARTED);
  let left = total_ms;
  return function giveWay() {
    const started = Atomics.load(calls, STARTED);
    if (left <= 0 || started === seen) return;
    seen = started;
    const startedAt = performance.now();
    const end = startedAt + Math.min(pause_ms, left);
    for (let running = Atomics.load(calls, RUNNING); running > 0 && performance.now() < end; running = Atomics.load(calls, RUNNING))
      Atomics.wait(calls, RUNNING, running, end - performance.now());
    left -= performance.now() - startedAt;
  };
}

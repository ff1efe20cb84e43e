import type { Worker } from 'node:worker_threads';

/** The limits of one request to a worker thread, in milliseconds. */
export interface ThreadLimits {
  readonly cpu_ms: number;
  readonly wall_clock_ms: number;
  /** The interval at which both are checked. */
  readonly check_ms: number;
}

/** The reason why a thread does not answer: its processor time, the wall clock time, or its end, for example without memory. */
export type ThreadFailure = 'cpu' | 'wall_clock' | 'ended';

/**
 * Sends a request to a worker thread that works on one at a time, and resolves with its next message. When the thread
 * exceeds a limit or ends, `giveUp` is called once: it terminates the thread and returns the error to reject with. For a thread that
 * ended it gets the error that ended it.
 */
export function askThread<Reply>(
  thread: Worker,
  request: unknown,
  limits: ThreadLimits,
  giveUp: (failure: ThreadFailure, cause?: Error) => Error,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const startedAt = performance.now();
  const usageBefore = thread.cpuUsage().catch(() => undefined);
  let isOver = false;

  function fail(failure: ThreadFailure, cause?: Error): void {
    if (isOver) return;
    isOver = true;
    reject(giveUp(failure, cause));
  }
  const onError = (cause: Error) => fail('ended', cause);

  async function checkCpu(): Promise<void> {
    const { user, system } = await thread.cpuUsage(await usageBefore);
    if (user + system > limits.cpu_ms * 1_000) fail('cpu');
  }

  const timer = setInterval(function checkLimits() {
    if (performance.now() - startedAt > limits.wall_clock_ms) fail('wall_clock');
    // A thread that has ended emits `error`.
    else void checkCpu().catch(() => {});
  }, limits.check_ms);
  thread.on('message', resolve).on('error', onError);
  thread.postMessage(request);
  return promise.finally(() => {
    isOver = true;
    clearInterval(timer);
    thread.off('message', resolve).off('error', onError);
  });
}

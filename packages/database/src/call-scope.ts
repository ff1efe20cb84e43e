import { AsyncLocalStorage } from 'node:async_hooks';

/** The call on whose behalf code runs. */
export interface CallScope {
  /** The Space of the caller, or the id of a caller without a Space: all visitors have the same one. */
  readonly space_id: string;
  /** The time at which the caller stops waiting, in milliseconds since the epoch. */
  readonly deadline: number;
}

interface RunningCall extends CallScope {
  is_over: boolean;
}

const calls = new AsyncLocalStorage<RunningCall>();

/**
 * Runs the work of one call. While it runs, its statements count for its Space and end with its deadline. Work that it starts
 * and that outlives it, such as a timer, belongs to no call.
 */
export function runInCallScope<T>({ space_id, deadline }: CallScope, act: () => Promise<T>): Promise<T> {
  const call = { space_id, deadline, is_over: false };
  const result = calls.run(call, act);
  const end = () => {
    call.is_over = true;
  };
  result.then(end, end);
  return result;
}

/** Returns the call on whose behalf this code runs, or undefined for work of the process. */
export function currentCall(): CallScope | undefined {
  const call = calls.getStore();
  return call?.is_over ? undefined : call;
}

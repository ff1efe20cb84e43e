import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallCounts, countEnd, countStart, createCallCounts, startsOf } from '@space/worker';

/** The call on whose behalf code runs. */
export interface CallScope {
  /** The Space of the caller, or the id of a caller without a Space; empty for a visitor until the Space of the page is known. */
  readonly space_id: string;
  /** The network of the visitor on whose behalf a public page is answered. */
  readonly visitor_network?: string | undefined;
  /** The time at which the caller stops waiting, in milliseconds since the epoch. */
  readonly deadline: number;
}

interface RunningCall extends CallScope {
  space_id: string;
  is_over: boolean;
}

const calls = new AsyncLocalStorage<RunningCall>();

/** The calls of this process, for threads that give way to them. */
export const callCounts: CallCounts = createCallCounts();

/** Returns the number of calls that this process has started. Background work compares two readings to see how busy the process is. */
export const startedCalls = (): number => startsOf(callCounts);

/**
 * Runs the work of one call. While it runs, its statements count for its Space and end with its deadline. Work that it starts
 * and that outlives it, such as a timer, belongs to no call.
 */
export function runInCallScope<T>(scope: CallScope, act: () => Promise<T>): Promise<T> {
  countStart(callCounts);
  const call = { ...scope, is_over: false };
  const result = calls.run(call, act);
  const end = () => {
    call.is_over = true;
    countEnd(callCounts);
  };
  result.then(end, end);
  return result;
}

/** Returns the call on whose behalf this code runs, or undefined for work of the process. */
export function currentCall(): CallScope | undefined {
  const call = calls.getStore();
  return call?.is_over ? undefined : call;
}

/**
 * Returns the resource that a public page has found. From now on the statements of the call take turns with those of other
 * visitors of its Space. Calls of keys are not changed.
 */
export function asVisitorOf<R extends { readonly space_id: string } | null>(resource: R): R {
  const call = calls.getStore();
  if (resource && call?.visitor_network !== undefined) call.space_id = resource.space_id;
  return resource;
}

import { afterAll } from '@jest/globals';

/** The logger of slonik, as it stands in the global object. */
interface Roarr {
  teardown?(): void;
}

/**
 * Removes the listener for errors that the logger of slonik adds to the standard output when it is loaded. Each test file loads it
 * again, so a process of jest would have one for each file, and Node would warn of a leak.
 */
export const endLoggers = (): void => (globalThis as { ROARR?: Roarr }).ROARR?.teardown?.();

afterAll(endLoggers);

/** Where the time comes from: a port, so that 22 hours of retries run in milliseconds in a test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A moment as the wire shows it: ISO 8601 UTC with milliseconds. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The source of the current time. A port, so that a test runs 22 hours of retries in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Returns a time as the wire shows it: ISO 8601 UTC with milliseconds. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

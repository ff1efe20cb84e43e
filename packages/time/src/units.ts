/** Milliseconds of one second. */
export const SECOND_MS = 1_000;

/** Milliseconds of one minute. */
export const MINUTE_MS = 60_000;

/** Milliseconds of one hour. */
export const HOUR_MS = 3_600_000;

/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 86_400_000;

import { HOUR_MS } from '@space/time';

/** The time before the last read of money facts that is read again, in milliseconds: a provider may show a fact later than it happened. */
export const READ_OVERLAP_MS = HOUR_MS;

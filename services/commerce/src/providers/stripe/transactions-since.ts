import type { PullRequest } from '../../provider-port/findings.ts';

/** Milliseconds after which Stripe lists the balance transaction of an event. */
const DELAY_MS = 2_000;

/** Returns the pull of the balance transactions that an event made. */
export const transactionsSince = (at: string): PullRequest => ({ kind: 'transactions', reference: at, delay_ms: DELAY_MS });

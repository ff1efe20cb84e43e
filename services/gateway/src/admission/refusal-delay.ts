import { REFUSAL_DELAY_MS } from '@space/contracts/platform';

/** The random part of a delay, as a share of it. */
const JITTER = 1;

/** Returns the delay of an answer to a flood in milliseconds (see REFUSAL_DELAY_MS). */
export const refusalDelay = (): number => REFUSAL_DELAY_MS * (1 + JITTER * Math.random());

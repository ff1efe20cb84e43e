import { Problem } from '@space/contracts/core';
import type { BusWatch } from './bus.ts';

/** A request that no message can hold. */
export const messageTooLarge = (): Problem => new Problem('too_large', 'The message is too large.');

/** An answer that no message can hold. */
export const answerTooLarge = (): Problem => new Problem('too_large', 'The answer is too large; ask for a smaller page.');

/** A subscriber that may throw: nats stops reading its connection, for good and without a word, when a callback does. */
export const guard =
  (signal: string, heard: (payload: Uint8Array) => void, watch: BusWatch) =>
  (payload: Uint8Array): void => {
    try {
      heard(payload);
    } catch (error) {
      watch.failed?.(`hear ${signal}`, error);
    }
  };

import { Problem } from '@space/contracts/core';
import type { BusObserver } from './bus.ts';

/** Creates the problem for a request that is larger than a message may be. */
export const messageTooLarge = (): Problem => new Problem('too_large', 'The message is too large.');

/** Creates the problem for an answer that is larger than a message may be. */
export const answerTooLarge = (): Problem => new Problem('too_large', 'The answer is too large; ask for a smaller page.');

/** Wraps a subscriber so that its errors are observed: the nats client stops reading its connection if a callback throws. */
export const safeSubscriber =
  (signal: string, onMessage: (payload: Uint8Array) => void, observer: BusObserver) =>
  (payload: Uint8Array): void => {
    try {
      onMessage(payload);
    } catch (error) {
      observer.failed?.(`handle the signal ${signal}`, error);
    }
  };

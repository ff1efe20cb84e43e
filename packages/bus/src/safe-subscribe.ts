import { Problem } from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import type { BusObserver } from './bus.ts';

/** Creates the problem for a request that is larger than a message may be. */
export const messageTooLarge = (): Problem =>
  new Problem('too_large', `The request is larger than ${MAX_MESSAGE_BYTES / 1_048_576} MiB; send less in one call.`);

/** Creates the problem for an answer that is larger than a message may be. */
export const answerTooLarge = (): Problem => new Problem('too_large', 'The answer is too large; ask for a smaller page.');

/** Creates the problem for a call without an answer before its deadline. */
export const answerTimeout = (): Problem => new Problem('timeout', 'The service did not answer in time; it may still finish.');

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

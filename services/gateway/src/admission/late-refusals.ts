import type { ServerResponse } from 'node:http';
import { MAX_LATE_REFUSALS, REFUSAL_DELAY_MS } from '@space/contracts/platform';
import { onClientLeft } from './connections.ts';

/** The refusals of one gateway that are sent late: to networks and keys far above their rate. */
export interface LateRefusals {
  /**
   * Resolves when a refusal may be sent: after its delay (see REFUSAL_DELAY_MS), or when its client has left. Resolves immediately
   * while MAX_LATE_REFUSALS others wait.
   */
  wait(response: ServerResponse): Promise<void>;
}

/** The random part of a delay, as a share of it. */
const JITTER = 1;

/** Creates the late refusals of one gateway. */
export function createLateRefusals(): LateRefusals {
  let waiting = 0;
  return {
    async wait(response) {
      if (waiting >= MAX_LATE_REFUSALS) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, REFUSAL_DELAY_MS * (1 + JITTER * Math.random()));
      const unwatchClient = onClientLeft(response, resolve);
      waiting += 1;
      await promise;
      waiting -= 1;
      clearTimeout(timer);
      unwatchClient();
    },
  };
}

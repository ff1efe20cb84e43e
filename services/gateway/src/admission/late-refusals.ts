import type { ServerResponse } from 'node:http';
import { MAX_LATE_REFUSALS, REFUSAL_DELAY_MS } from '@space/contracts/platform';
import { onClientLeft } from './connections.ts';

/** The refusals of one gateway that are sent late: to networks and keys far above their rate. */
export interface LateRefusals {
  /**
   * Resolves when a refusal may be sent: after its delay (see REFUSAL_DELAY_MS), or when its client has left. While
   * MAX_LATE_REFUSALS others wait, the one that has waited longest is sent instead. So a network or key with many connections
   * shortens the delay of all and cancels that of none.
   */
  wait(response: ServerResponse): Promise<void>;
}

/** The random part of a delay, as a share of it. */
const JITTER = 1;

/** Creates the late refusals of one gateway. */
export function createLateRefusals(): LateRefusals {
  const waiting = new Set<() => void>();
  return {
    async wait(response) {
      const [longest] = waiting;
      if (waiting.size >= MAX_LATE_REFUSALS) longest?.();
      const { promise, resolve } = Promise.withResolvers<void>();
      function send(): void {
        waiting.delete(send);
        resolve();
      }
      const timer = setTimeout(send, REFUSAL_DELAY_MS * (1 + JITTER * Math.random()));
      const unwatchClient = onClientLeft(response, send);
      waiting.add(send);
      await promise;
      clearTimeout(timer);
      unwatchClient();
    },
  };
}

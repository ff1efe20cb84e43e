import { every } from '@space/event-log';
import type { Task } from '@space/runtime';
import type { KeyUsage } from './key-usage.ts';

const FLUSH_MS = 3_000;

/** Writes every few seconds when keys were last used, and once more at the end. */
export function usageTask(usage: KeyUsage): Task {
  let stop = () => {};
  return {
    name: 'key-usage',
    async start() {
      stop = every(FLUSH_MS, usage.flush, () => {});
    },
    async stop() {
      stop();
      await usage.flush();
    },
  };
}

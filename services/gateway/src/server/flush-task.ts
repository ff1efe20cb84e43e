import { periodicTask, type Task } from '@space/worker';

/** Returns a task that flushes a buffer periodically, and once more when it stops. `flush` logs its errors and never rejects. */
export function flushTask(name: string, everyMs: number, { flush }: { flush(): Promise<void> }): Task {
  const { start, stop } = periodicTask({ name, jobs: [{ everyMs, act: flush }], onError() {} });
  return {
    name,
    start,
    async stop() {
      await stop();
      await flush();
    },
  };
}

import { createWorkerProcess, type WorkerProcess } from './worker-process.ts';
import type { WorkInput, WorkKind, WorkResult } from './works.ts';

/** Worker processes that share a queue. */
export interface Workers {
  readonly count: number;
  /** Works that wait or are done. */
  load(): number;
  /** Does one work when a process is free. Throws Unreadable for its bytes, and WorkerEnded. */
  run<K extends WorkKind>(kind: K, input: WorkInput<K>, deadline_ms?: number): Promise<WorkResult<K>>;
  stop(): Promise<void>;
}

/** Creates worker processes, each started when it is needed. */
export function createWorkers(count: number): Workers {
  const all = Array.from({ length: count }, createWorkerProcess);
  const free: WorkerProcess[] = [...all];
  const waiting: ((worker: WorkerProcess) => void)[] = [];
  let load = 0;

  const take = (): Promise<WorkerProcess> => {
    const worker = free.pop();
    return worker ? Promise.resolve(worker) : new Promise((resolve) => waiting.push(resolve));
  };

  function release(worker: WorkerProcess): void {
    const next = waiting.shift();
    if (next) next(worker);
    else free.push(worker);
  }

  return {
    count,
    load: () => load,
    async run<K extends WorkKind>(kind: K, input: WorkInput<K>, deadline_ms?: number) {
      load += 1;
      const worker = await take();
      try {
        return (await worker.work({ kind, input }, deadline_ms)) as WorkResult<K>;
      } finally {
        load -= 1;
        release(worker);
      }
    },
    async stop() {
      for (const worker of all) worker.stop();
    },
  };
}

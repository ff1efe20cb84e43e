import { createSpaceQueue } from '@space/worker';
import { createWorkerProcess, type WorkerProcess } from './worker-process.ts';
import type { WorkInput, WorkKind, WorkResult } from './works.ts';

/** The Space of a work, and the time that the work may take. */
interface WorkOptions {
  readonly space: string;
  readonly deadline_ms?: number;
}

/** Worker processes that share a queue, in which Spaces take turns. */
export interface Workers {
  readonly count: number;
  /** Works that wait or are done, of all Spaces or of one. */
  load(space?: string): number;
  /** Does one work when a process is free. Throws Unreadable for its bytes, and WorkerEnded. */
  run<K extends WorkKind>(kind: K, input: WorkInput<K>, options: WorkOptions): Promise<WorkResult<K>>;
  stop(): Promise<void>;
}

/** Creates worker processes, each started when it is needed. */
export function createWorkers(count: number): Workers {
  const all = Array.from({ length: count }, createWorkerProcess);
  const free: WorkerProcess[] = [...all];
  const waiting = createSpaceQueue<(worker: WorkerProcess) => void>();
  const loads = new Map<string, number>();
  let load = 0;

  function addLoad(space: string, by: 1 | -1): void {
    load += by;
    const own = (loads.get(space) ?? 0) + by;
    if (own === 0) loads.delete(space);
    else loads.set(space, own);
  }

  const take = (space: string): Promise<WorkerProcess> => {
    const worker = free.pop();
    return worker ? Promise.resolve(worker) : new Promise((resolve) => waiting.push(space, resolve));
  };

  function release(worker: WorkerProcess): void {
    const next = waiting.shift();
    if (next) next(worker);
    else free.push(worker);
  }

  return {
    count,
    load: (space) => (space === undefined ? load : (loads.get(space) ?? 0)),
    async run<K extends WorkKind>(kind: K, input: WorkInput<K>, { space, deadline_ms }: WorkOptions) {
      addLoad(space, 1);
      const worker = await take(space);
      try {
        return (await worker.work({ kind, input }, deadline_ms)) as WorkResult<K>;
      } finally {
        addLoad(space, -1);
        release(worker);
      }
    },
    async stop() {
      for (const worker of all) worker.stop();
    },
  };
}

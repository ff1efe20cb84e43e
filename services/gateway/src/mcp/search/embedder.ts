import { Worker } from 'node:worker_threads';
import { MAX_CACHED } from '@space/contracts/platform';
import { MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';

/** Converts a sentence to a unit vector whose direction is its meaning. */
export interface Embedder {
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Time without a search after which the model is unloaded; it takes about a hundred megabytes. */
const IDLE_MS = 10 * MINUTE_MS;

interface PendingEmbedding {
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
}

/** Creates the embedder of the local model: a small language model in a worker thread, without network. */
export function createLocalEmbedder(): Embedder {
  const cache = new LRUCache<string, Float32Array>({ max: MAX_CACHED.searches });
  const pending = new Map<number, PendingEmbedding>();
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 0;

  async function unload(): Promise<void> {
    clearTimeout(idleTimer);
    const terminated = worker;
    worker = undefined;
    await terminated?.terminate();
  }

  function failAll(error: Error): void {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
    worker = undefined;
  }

  function startedWorker(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./embedder-worker.ts', import.meta.url));
    worker.on('message', ({ id, vector, error }: { id: number; vector?: Float32Array; error?: string }) => {
      const embedding = pending.get(id);
      pending.delete(id);
      // The process may exit while the worker is idle.
      if (pending.size === 0) worker?.unref();
      if (vector) embedding?.resolve(vector);
      else embedding?.reject(new Error(error));
    });
    worker.on('error', failAll);
    return worker;
  }

  return {
    async embed(text) {
      const cached = cache.get(text);
      if (cached) return cached;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void unload(), IDLE_MS).unref();
      const vector = await new Promise<Float32Array>((resolve, reject) => {
        const id = nextId++;
        pending.set(id, { resolve, reject });
        const thread = startedWorker();
        thread.ref();
        thread.postMessage({ id, text });
      });
      cache.set(text, vector);
      return vector;
    },
    close: unload,
  };
}

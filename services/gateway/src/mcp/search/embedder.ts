import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';

/** Turns a sentence into a vector of length 1 whose direction is what it means. */
export interface Embedder {
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

const MAX_KEPT = 10_000;

/** The model is let go of when nobody searched for so long: it takes about a hundred megabytes. */
const IDLE_MS = 600_000;

interface Waiting {
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
}

/** The embedder that comes with the system: a small language model in a thread of its own, without any network. */
export function localEmbedder(): Embedder {
  const kept = new LRUCache<string, Float32Array>({ max: MAX_KEPT });
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;

  const letGo = async (): Promise<void> => {
    clearTimeout(idle);
    const one = worker;
    worker = undefined;
    await one?.terminate();
  };

  const failed = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = undefined;
  };

  const started = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL('./embedder-worker.ts', import.meta.url));
    worker.on('message', ({ id, vector, error }: { id: number; vector?: Float32Array; error?: string }) => {
      const one = waiting.get(id);
      waiting.delete(id);
      // A process that has nothing else to do need not stay for it.
      if (waiting.size === 0) worker?.unref();
      if (vector) one?.resolve(vector);
      else one?.reject(new Error(error));
    });
    worker.on('error', failed);
    return worker;
  };

  return {
    async embed(text) {
      const known = kept.get(text);
      if (known) return known;
      clearTimeout(idle);
      idle = setTimeout(() => void letGo(), IDLE_MS).unref();
      const vector = await new Promise<Float32Array>((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject });
        const thread = started();
        thread.ref();
        thread.postMessage({ id, text });
      });
      kept.set(text, vector);
      return vector;
    },
    close: letGo,
  };
}

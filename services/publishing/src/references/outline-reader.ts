import { Worker } from 'node:worker_threads';
import { invalidFields, MAX_REFERENCES_PER_PAGE, type Problem } from '@space/contracts';
import type { Task } from '@space/runtime';
import { emptyOutline, type Outline } from './outline.ts';
import { TangledDocument } from './parse-document.ts';
import { readOutline } from './read-outline.ts';

/** Reads the documents of pages. */
export interface OutlineReader extends Task {
  /** The outline of a document; refused when it cannot be read within bounds. */
  read(layoutHtml: string | null): Promise<Outline>;
}

/** Documents shorter than this are read at once, in less time than others would notice. */
const SHORT = 16_384;

/** A long document must be read by then, in milliseconds; the slowest honest one needs a tenth. */
const PATIENCE_MS = 8_000;

/** The tree of a document may need this much memory, in MB. */
const MEMORY_MB = 768;

/**
 * The reader of one process. Long documents are read in a thread beside this one, one after the other, so that nobody
 * else waits for them; one that takes too long, or too much memory, costs that thread its life and nothing else.
 */
export function outlineReader(origin: string): OutlineReader {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const inThread = (text: string): Promise<Outline> => {
    const { promise, resolve, reject } = Promise.withResolvers<Outline>();
    const thread = worker ?? newThread();
    worker = thread;
    const giveUp = () => {
      reject(unreadable());
      worker = undefined;
      void thread.terminate();
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    const heard = ({ outline }: { outline?: Outline }) => (outline ? resolve(outline) : reject(unreadable()));
    thread.on('message', heard).on('error', giveUp);
    thread.postMessage({ text, origin });
    return promise.finally(() => {
      clearTimeout(timer);
      thread.off('message', heard).off('error', giveUp);
    });
  };

  const readAny = async (text: string): Promise<Outline> => {
    if (text.length <= SHORT) return readHere(text, origin);
    const mine = last.then(() => inThread(text));
    last = mine.catch(() => {});
    return mine;
  };

  return {
    name: 'outline-reader',
    async start() {},
    async read(layoutHtml) {
      if (layoutHtml === null) return emptyOutline;
      const outline = await readAny(layoutHtml);
      const targets = new Set(outline.references.map(({ id }) => id));
      if (targets.size > MAX_REFERENCES_PER_PAGE) throw tooMany(targets.size);
      return outline;
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

function newThread(): Worker {
  const thread = new Worker(new URL('./outline-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  thread.unref();
  return thread;
}

function readHere(text: string, origin: string): Outline {
  try {
    return readOutline(text, origin);
  } catch (error) {
    throw error instanceof TangledDocument ? unreadable() : error;
  }
}

const unreadable = (): Problem =>
  invalidFields([
    {
      path: 'layout_html',
      code: 'too_tangled',
      message: 'nests so deep, or leaves so much unclosed, that no browser could show it; close what is opened and nest less',
    },
  ]);

const tooMany = (count: number): Problem =>
  invalidFields([
    {
      path: 'layout_html',
      code: 'too_many_references',
      message: `uses ${count} forms and booking pages, and at most ${MAX_REFERENCES_PER_PAGE} are possible`,
    },
  ]);

import { Worker } from 'node:worker_threads';
import { invalidFields, Problem } from '@space/contracts/core';
import { MAX_EMBEDS_PER_PAGE, MAX_REFERENCE_PLACES_PER_PAGE, MAX_REFERENCES_PER_PAGE } from '@space/contracts/publishing';
import type { Task } from '@space/runtime';
import { createFairQueue } from './fair-queue.ts';
import { emptyOutline, type Outline } from './outline.ts';
import { DocumentTooComplex } from './parse-document.ts';
import { readOutline } from './read-outline.ts';

/** Reads the documents of pages. */
export interface OutlineReader extends Task {
  /** The outline of a document of a Space; refused when it cannot be read within bounds. */
  read(space: string, layoutHtml: string | null): Promise<Outline>;
}

/** Documents shorter than this are read at once, in less time than others would notice. */
const INLINE_MAX_CHARACTERS = 16_384;

/** A long document must be read with so much work of a processor, in milliseconds; the largest honest one needs less than half. */
const MAX_CPU_MS = 5_000;

/** How often it is looked how much work it was, and how long it may take however little work is done, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 55_000;

/** The tree of a document may need this much memory, in MB. */
const MEMORY_MB = 768;
/** So much of it is new while a tree is built; with less, collecting takes as long as reading. */
const YOUNG_MB = 96;

/**
 * The reader of one process. Long documents are read in a thread beside this one, one after the other and Spaces
 * in turn, so that nobody else waits for them; one that takes too much work, or too much memory, costs that thread its life and nothing else. Work is
 * counted by the processor, so that a machine which has much else to do refuses no document for that.
 */
export function createOutlineReader(origin: string): OutlineReader {
  let worker: Worker | undefined;
  const take = createFairQueue();

  const inThread = (text: string): Promise<Outline> => {
    const { promise, resolve, reject } = Promise.withResolvers<Outline>();
    const thread = worker ?? newThread();
    worker = thread;
    const giveUp = (problem: Problem) => {
      reject(problem);
      worker = undefined;
      void thread.terminate();
    };
    const died = () => giveUp(unreadable());
    const begun = performance.now();
    const before = thread.cpuUsage().catch(() => undefined);
    const look = async () => {
      const { user, system } = await thread.cpuUsage(await before);
      if (user + system > MAX_CPU_MS * 1_000) giveUp(unreadable());
      else if (performance.now() - begun > TIMEOUT_MS) giveUp(tooBusy());
    };
    // A thread that is gone says so itself.
    const timer = setInterval(() => void look().catch(() => {}), POLL_INTERVAL_MS);
    const heard = ({ outline }: { outline?: Outline }) => (outline ? resolve(outline) : reject(unreadable()));
    thread.on('message', heard).on('error', died);
    thread.postMessage({ text, origin });
    return promise.finally(() => {
      clearInterval(timer);
      thread.off('message', heard).off('error', died);
    });
  };

  const readAny = async (space: string, text: string): Promise<Outline> =>
    text.length <= INLINE_MAX_CHARACTERS ? readHere(text, origin) : take(space, () => inThread(text));

  return {
    name: 'outline-reader',
    async start() {},
    async read(space, layoutHtml) {
      if (layoutHtml === null) return emptyOutline;
      const outline = await readAny(space, layoutHtml);
      const targets = new Set(outline.references.map(({ id }) => id));
      const { references, placeholders } = outline;
      if (targets.size > MAX_REFERENCES_PER_PAGE) throw tooMany(`uses ${targets.size} forms and booking pages`, MAX_REFERENCES_PER_PAGE);
      if (references.length > MAX_REFERENCE_PLACES_PER_PAGE)
        throw tooMany(`uses forms and booking pages at ${references.length} places`, MAX_REFERENCE_PLACES_PER_PAGE);
      // With more of them a page could grow too large to be shown.
      if (placeholders.length > MAX_EMBEDS_PER_PAGE)
        throw tooMany(`shows forms and booking pages at ${placeholders.length} places`, MAX_EMBEDS_PER_PAGE);
      return outline;
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

function newThread(): Worker {
  const thread = new Worker(new URL('./outline-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  thread.unref();
  return thread;
}

function readHere(text: string, origin: string): Outline {
  try {
    return readOutline(text, origin);
  } catch (error) {
    throw error instanceof DocumentTooComplex ? unreadable() : error;
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

const tooBusy = (): Problem =>
  new Problem('unavailable', 'The document could not be read in time, since this machine has too much to do; try again in a moment.', {
    retry_after_s: 5,
  });

const tooMany = (what: string, most: number): Problem =>
  invalidFields([
    {
      path: 'layout_html',
      code: 'too_many_references',
      message: `${what}, and at most ${most} are possible`,
    },
  ]);

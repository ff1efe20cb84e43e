import { Worker } from 'node:worker_threads';
import { invalidFields, Problem } from '@space/contracts/core';
import { MAX_EMBEDS_PER_PAGE, MAX_REFERENCE_PLACES_PER_PAGE, MAX_REFERENCES_PER_PAGE } from '@space/contracts/publishing';
import type { Task } from '@space/runtime';
import { createFairQueue } from './fair-queue.ts';
import { emptyOutline, type Outline } from './outline.ts';
import { DocumentTooComplexError, MAX_DEPTH } from './parse-document.ts';
import { readOutline } from './read-outline.ts';

/** Reads the outlines of documents. */
export interface OutlineReader extends Task {
  /** Returns the outline of a document of a Space. Throws invalid for a document that is too complex or has too many references. */
  read(space: string, layoutHtml: string | null): Promise<Outline>;
}

/** Documents up to this length are parsed in the main thread, where they take about a millisecond. */
const INLINE_MAX_CHARACTERS = 16_384;

/** Processor time in which a long document must be parsed, in milliseconds; the largest real document needs less than half. */
const MAX_CPU_MS = 5_000;

/** The interval at which processor time is checked, and the wall clock time that a document may take, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 55_000;

/** Memory that the tree of a document may need, in MB. */
const MEMORY_MB = 768;
/** The part of it for new objects, in MB; with less, garbage collection takes as long as parsing. */
const YOUNG_MB = 96;

/**
 * Returns the outline reader of one process. Long documents are parsed in a worker thread, one at a time and in turns of
 * the Spaces, so that they do not block other calls. A document that takes too much processor time or memory costs that
 * thread and nothing else. Processor time is limited rather than wall clock time, so that a busy machine refuses no document.
 */
export function createOutlineReader(origin: string): OutlineReader {
  let worker: Worker | undefined;
  const enqueue = createFairQueue();

  function readInThread(text: string): Promise<Outline> {
    const { promise, resolve, reject } = Promise.withResolvers<Outline>();
    const thread = worker ?? startThread();
    worker = thread;
    const giveUp = (problem: Problem) => {
      reject(problem);
      worker = undefined;
      void thread.terminate();
    };
    const onDeath = () => giveUp(tooComplex());
    const startedAt = performance.now();
    const usageBefore = thread.cpuUsage().catch(() => undefined);
    const checkLimits = async () => {
      const { user, system } = await thread.cpuUsage(await usageBefore);
      if (user + system > MAX_CPU_MS * 1_000) giveUp(tooComplex());
      else if (performance.now() - startedAt > TIMEOUT_MS) giveUp(tooBusy());
    };
    // A thread that has died emits `error`.
    const timer = setInterval(() => void checkLimits().catch(() => {}), POLL_INTERVAL_MS);
    const onMessage = ({ outline }: { outline?: Outline }) => (outline ? resolve(outline) : reject(tooComplex()));
    thread.on('message', onMessage).on('error', onDeath);
    thread.postMessage({ text, origin });
    return promise.finally(() => {
      clearInterval(timer);
      thread.off('message', onMessage).off('error', onDeath);
    });
  }

  const parse = async (space: string, text: string): Promise<Outline> =>
    text.length <= INLINE_MAX_CHARACTERS ? readInline(text, origin) : enqueue(space, () => readInThread(text));

  return {
    name: 'outline-reader',
    async start() {},
    async read(space, layoutHtml) {
      if (layoutHtml === null) return emptyOutline;
      const outline = await parse(space, layoutHtml);
      const targets = new Set(outline.references.map(({ id }) => id));
      const { references, placeholders } = outline;
      if (targets.size > MAX_REFERENCES_PER_PAGE) throw tooMany(`uses ${targets.size} forms and booking pages`, MAX_REFERENCES_PER_PAGE);
      if (references.length > MAX_REFERENCE_PLACES_PER_PAGE)
        throw tooMany(`uses forms and booking pages at ${references.length} places`, MAX_REFERENCE_PLACES_PER_PAGE);
      // More embeds could make the rendered page larger than a message of the bus.
      if (placeholders.length > MAX_EMBEDS_PER_PAGE)
        throw tooMany(`embeds forms and booking pages at ${placeholders.length} places`, MAX_EMBEDS_PER_PAGE);
      return outline;
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL('./outline-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  thread.unref();
  return thread;
}

function readInline(text: string, origin: string): Outline {
  try {
    return readOutline(text, origin);
  } catch (error) {
    throw error instanceof DocumentTooComplexError ? tooComplex() : error;
  }
}

const tooComplex = (): Problem =>
  invalidFields([
    {
      path: 'layout_html',
      code: 'too_complex',
      message: `is nested too deeply (limit: ${MAX_DEPTH} levels) or has too many unclosed elements; close elements and reduce nesting`,
    },
  ]);

const tooBusy = (): Problem =>
  new Problem('unavailable', 'The document could not be parsed in time, since the server is busy; try again in a moment.', {
    retry_after_s: 5,
  });

const tooMany = (fact: string, most: number): Problem =>
  invalidFields([{ path: 'layout_html', code: 'too_many_references', message: `${fact}; at most ${most} are allowed` }]);

import { parentPort } from 'node:worker_threads';
import { DocumentTooComplexError } from './parse-document.ts';
import { readOutline } from './read-outline.ts';

/** Parses documents in a worker thread, one at a time. */
parentPort?.on('message', ({ text, origin }: { text: string; origin: string }) => {
  try {
    parentPort?.postMessage({ outline: readOutline(text, origin) });
  } catch (error) {
    parentPort?.postMessage({ isTooComplex: error instanceof DocumentTooComplexError });
  }
});

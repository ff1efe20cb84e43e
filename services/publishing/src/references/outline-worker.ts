import { parentPort } from 'node:worker_threads';
import { DocumentTooComplex } from './parse-document.ts';
import { readOutline } from './read-outline.ts';

/** Reads documents beside the main thread, one after the other. */
parentPort?.on('message', ({ text, origin }: { text: string; origin: string }) => {
  try {
    parentPort?.postMessage({ outline: readOutline(text, origin) });
  } catch (error) {
    parentPort?.postMessage({ tangled: error instanceof DocumentTooComplex });
  }
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { languageModel } from './language-model.ts';

/** The thread of the model: it answers one sentence after the other with its vector. */
const modelFile = (name: string) => readFile(fileURLToPath(new URL(`../../../model/${name}`, import.meta.url)));
const opening = languageModel(modelFile);

parentPort!.on('message', async ({ id, text }: { id: number; text: string }) => {
  try {
    const vector = await (await opening)(text);
    parentPort!.postMessage({ id, vector });
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message });
  }
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { loadLanguageModel } from './language-model.ts';

// The worker thread of the model. It answers each sentence with its vector.

const readModelFile = (name: string) => readFile(fileURLToPath(new URL(`../../../model/${name}`, import.meta.url)));
const loading = loadLanguageModel(readModelFile);

parentPort!.on('message', async ({ id, text }: { id: number; text: string }) => {
  try {
    const vector = await (await loading)(text);
    parentPort!.postMessage({ id, vector });
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message });
  }
});

import { readFile, writeFile } from 'node:fs/promises';
import {
  allSentences,
  createCallableTools,
  createLocalEmbedder,
  createVectorsFile,
  readVectors,
  sentenceHash,
  VECTORS_FILE,
} from '@space/gateway/search';

/**
 * `npm run vectors` embeds the sentences that search_tools compares a query with, by the local model. It embeds only sentences
 * without a vector. `--check` fails when the file does not match the sentences of the catalog.
 */
const sentences = allSentences(createCallableTools().values());
const known = readVectors(await readFile(VECTORS_FILE).catch(() => new Uint8Array()));

if (process.argv.includes('--check')) {
  const hashes = new Set(sentences.map(sentenceHash));
  const missing = sentences.filter((sentence) => !known.has(sentenceHash(sentence)));
  const stale = [...known.keys()].filter((hash) => !hashes.has(hash));
  if (missing.length + stale.length > 0) {
    process.stderr.write(`${missing.length} sentences have no vector and ${stale.length} vectors no sentence; run npm run vectors.\n`);
    process.exitCode = 1;
  }
} else {
  const embedder = createLocalEmbedder();
  const file = await createVectorsFile(sentences, known, embedder);
  await embedder.close();
  await writeFile(VECTORS_FILE, file);
  process.stdout.write(`Wrote the vectors of ${sentences.length} sentences.\n`);
}

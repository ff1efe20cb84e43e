import { readFile, writeFile } from 'node:fs/promises';
import { localEmbedder } from '../../services/gateway/src/mcp/search/embedder.ts';
import { sentenceName } from '../../services/gateway/src/mcp/search/semantic-search.ts';
import { allSentences, readVectors, VECTORS_FILE, vectorsFile } from '../../services/gateway/src/mcp/search/vectors.ts';
import { callableTools } from '../../services/gateway/src/mcp/tools.ts';

/**
 * `npm run vectors` computes the vectors of the sentences that search_tools compares a request with, using the model that
 * ships with the system. It reuses known vectors. `--check` fails if a sentence has no vector or a vector no sentence.
 */
const sentences = allSentences(callableTools().values());
const known = readVectors(await readFile(VECTORS_FILE).catch(() => new Uint8Array()));

if (process.argv.includes('--check')) {
  const names = new Set(sentences.map(sentenceName));
  const missing = sentences.filter((sentence) => !known.has(sentenceName(sentence)));
  const stale = [...known.keys()].filter((name) => !names.has(name));
  if (missing.length + stale.length > 0) {
    process.stderr.write(`${missing.length} sentences have no vector and ${stale.length} vectors no sentence; run npm run vectors.\n`);
    process.exitCode = 1;
  }
} else {
  const embedder = localEmbedder();
  const file = await vectorsFile(sentences, known, embedder);
  await embedder.close();
  await writeFile(VECTORS_FILE, file);
  process.stdout.write(`Wrote the vectors of ${sentences.length} sentences.\n`);
}

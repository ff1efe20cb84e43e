import { readFile } from 'node:fs/promises';
import type { Ports } from '@space/runtime';
import type { CallableTool } from '../tools.ts';
import { byMeaning } from './by-meaning.ts';
import { byWords } from './by-words.ts';
import { localEmbedder } from './embedder.ts';
import { remoteMeaning } from './remote-meaning.ts';
import { type Search, searchBoth } from './search.ts';
import { readVectors, VECTORS_FILE } from './vectors.ts';

/**
 * The search of a gateway, opened by the first who searches: by words, and by the meaning of the model that comes with
 * the system, or of the one behind SPACE_EMBEDDINGS_URL.
 */
export function openSearch(
  tools: ReadonlyMap<string, CallableTool>,
  { config, log }: Pick<Ports, 'config' | 'log'>,
): () => Promise<Search> {
  let opening: Promise<Search> | undefined;
  const open = async (): Promise<Search> => {
    const list = [...tools.values()];
    const local = byMeaning(list, readVectors(await readFile(VECTORS_FILE)), localEmbedder());
    const meaning = config.SPACE_EMBEDDINGS_URL === undefined ? local : remoteMeaning(list, config, local, log);
    return searchBoth(tools, byWords(list), meaning, log);
  };
  return () => {
    opening ??= open();
    return opening;
  };
}

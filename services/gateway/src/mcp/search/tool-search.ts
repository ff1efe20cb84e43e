import { readFile } from 'node:fs/promises';
import type { Ports } from '@space/runtime';
import type { CallableTool } from '../tools/callable-tools.ts';
import { createLocalEmbedder, type Embedder } from './embedder.ts';
import { createHybridSearch, type ToolSearch } from './hybrid-search.ts';
import { createKeywordSearch } from './keyword-search.ts';
import { createRemoteSearch } from './remote-embeddings.ts';
import { createSemanticSearch, type SemanticSearch } from './semantic-search.ts';
import { readVectors, VECTORS_FILE } from './vectors.ts';

/** The local model and its vectors; tests replace them. */
export interface LocalEmbeddings {
  readVectors(): Promise<Uint8Array>;
  readonly embedder: Pick<Embedder, 'embed'>;
}

const builtIn = (): LocalEmbeddings => ({ readVectors: () => readFile(VECTORS_FILE), embedder: createLocalEmbedder() });

/**
 * Opens the search of a gateway: by keywords, and by meaning with the local model or the one at SPACE_EMBEDDINGS_URL. The
 * models are loaded now, so that the first search has both. A model that cannot be loaded is tried again by the next search,
 * and until then tools are found by keywords alone.
 */
export function openToolSearch(
  tools: ReadonlyMap<string, CallableTool>,
  { config, log }: Pick<Ports, 'config' | 'log'>,
  { readVectors: readFile, embedder }: LocalEmbeddings = builtIn(),
): ToolSearch {
  const list = [...tools.values()];
  const local = loadedOnDemand(async () => createSemanticSearch(list, readVectors(await readFile()), embedder));
  const semantic = config.SPACE_EMBEDDINGS_URL === undefined ? local : createRemoteSearch(list, config, local, log);
  semantic(WARM_UP_QUERY).catch((error: unknown) =>
    log.warn({ err: error }, 'could not load the model of the tool search; the next search tries again'),
  );
  return createHybridSearch(tools, createKeywordSearch(list), semantic, log);
}

const WARM_UP_QUERY = 'which tools are there';

/** Returns a search that is loaded by its first query, and loaded again after a failure. */
function loadedOnDemand(load: () => Promise<SemanticSearch>): SemanticSearch {
  let loading: Promise<SemanticSearch> | undefined;
  return async function searchByMeaning(query) {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return (await loading)(query);
  };
}

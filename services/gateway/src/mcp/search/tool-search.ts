import { readFile } from 'node:fs/promises';
import type { Ports } from '@space/runtime';
import type { CallableTool } from '../tools.ts';
import { type Embedder, localEmbedder } from './embedder.ts';
import { type Search, searchBoth } from './hybrid-search.ts';
import { byWords } from './keyword-search.ts';
import { remoteMeaning } from './remote-embeddings.ts';
import { type ByMeaning, byMeaning } from './semantic-search.ts';
import { readVectors, VECTORS_FILE } from './vectors.ts';

/** What the model that comes with the system needs, which tests replace. */
export interface LocalMeaning {
  readVectors(): Promise<Uint8Array>;
  readonly embedder: Pick<Embedder, 'embed'>;
}

const builtIn = (): LocalMeaning => ({ readVectors: () => readFile(VECTORS_FILE), embedder: localEmbedder() });

/**
 * The search of a gateway: by words, and by the meaning of the model that comes with the system, or of the one behind
 * SPACE_EMBEDDINGS_URL. The models are warmed at once, so that the first who searches has meaning too; one that cannot be
 * opened is tried again by whoever searches next, and until then tools are found by words alone.
 */
export function openSearch(
  tools: ReadonlyMap<string, CallableTool>,
  { config, log }: Pick<Ports, 'config' | 'log'>,
  { readVectors: read, embedder }: LocalMeaning = builtIn(),
): Search {
  const list = [...tools.values()];
  const local = reopened(async () => byMeaning(list, readVectors(await read()), embedder));
  const meaning = config.SPACE_EMBEDDINGS_URL === undefined ? local : remoteMeaning(list, config, local, log);
  meaning(WARMING).catch((error: unknown) => log.warn({ err: error }, 'the model that finds tools is not ready'));
  return searchBoth(tools, byWords(list), meaning, log);
}

/** Any sentence will do. */
const WARMING = 'which tools are there';

/** A meaning that is opened when it is first asked, and again when that went wrong. */
function reopened(open: () => Promise<ByMeaning>): ByMeaning {
  let opening: Promise<ByMeaning> | undefined;
  const opened = (): Promise<ByMeaning> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return async (query) => (await opened())(query);
}

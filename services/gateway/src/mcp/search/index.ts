export { createCallableTools } from '../tools/callable-tools.ts';
export { createLocalEmbedder } from './embedder.ts';
export { sentenceHash } from './semantic-search.ts';
export { allSentences, createVectorsFile, readVectors, VECTORS_FILE } from './vectors.ts';

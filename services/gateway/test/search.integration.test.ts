import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { scopes } from '@space/contracts/core';
import { randomRuns } from '@space/runtime/testing';
import { fitsResult } from '../src/mcp/result-truncation.ts';
import { createLocalEmbedder, type Embedder } from '../src/mcp/search/embedder.ts';
import { createHybridSearch, type ToolSearch } from '../src/mcp/search/hybrid-search.ts';
import { createKeywordSearch } from '../src/mcp/search/keyword-search.ts';
import { createSemanticSearch } from '../src/mcp/search/semantic-search.ts';
import { readVectors, VECTORS_FILE } from '../src/mcp/search/vectors.ts';
import { createSearchTools } from '../src/mcp/search-tools.ts';
import { type CallableTool, createCallableTools } from '../src/mcp/tools/callable-tools.ts';
import { keyWith } from './fixtures/key-with.ts';

/**
 * A request as people phrase it, and the tools that answer it. Neither the examples of tools nor the weights are derived from
 * it.
 */
interface SearchCase {
  readonly request: string;
  readonly tools: readonly string[];
}

const tools = createCallableTools();
const list = [...tools.values()];
let allCases: readonly SearchCase[];
/** The cases that this run measures. */
let cases: readonly SearchCase[];
let embedder: Embedder;
beforeAll(async () => {
  allCases = JSON.parse(await readFile(new URL('./fixtures/search-requests.json', import.meta.url), 'utf8'));
  // The model takes 50 ms for a request, so that by default every third is measured.
  cases = allCases.filter((_, index) => index % 3 === 0 || randomRuns(3) === 3);
  embedder = createLocalEmbedder();
});
afterAll(() => embedder.close());

/** Returns recall@1 and recall@5, and prints both with the duration of a search. */
async function recall(name: string, search: (query: string) => Promise<readonly string[]>) {
  let [first, five] = [0, 0];
  const durations: number[] = [];
  for (const { request, tools: answers } of cases) {
    const started = performance.now();
    const found = (await search(request)).slice(0, 5);
    durations.push(performance.now() - started);
    if (answers.includes(found[0]!)) first += 1;
    if (found.some((one) => answers.includes(one))) five += 1;
  }
  const figures = { at_1: first / cases.length, at_5: five / cases.length };
  process.stderr.write(
    `search_tools, ${name}: recall@1 ${figures.at_1.toFixed(3)}, recall@5 ${figures.at_5.toFixed(3)} of ${cases.length}, p95 ${p95(durations).toFixed(1)} ms\n`,
  );
  return figures;
}

const p95 = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)]!;

/** Returns the tools in the answer of search_tools. */
async function foundTools(search: ToolSearch, args: object) {
  const found = await createSearchTools(search)({ ...args }, keyWith(scopes));
  expect(fitsResult(found)).toBe(true);
  return found.tools;
}

const bare = ({ tool: { examples: _, ...tool }, ...callable }: CallableTool): CallableTool => ({ ...callable, tool });

test('the search cases name every tool and no unknown one', () => {
  const named = new Set(allCases.flatMap((one) => one.tools));
  expect([...named].sort()).toEqual([...tools.keys()].sort());
  expect(allCases.length).toBeGreaterThanOrEqual(200);
});

test('the search finds the tool of a request among the first five for 90 %, and first for 65 %', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
  const plain = createKeywordSearch(list.map(bare));
  const words = createKeywordSearch(list);
  const meaning = createSemanticSearch(list, vectors, embedder);
  const both = createHybridSearch(tools, words, meaning, { warn: () => {} } as never);
  // First, because the embedder caches queries: this run measures new ones.
  const { at_1, at_5 } = await recall('by the tool itself', async (query) => names(await foundTools(both, { query })));
  await recall('by words, without examples', async (query) => names(plain(query)));
  await recall('by words, with examples', async (query) => names(words(query)));
  await recall('by meaning of examples', async (query) => names(await meaning(query)));
  expect(at_5).toBeGreaterThanOrEqual(0.9);
  expect(at_1).toBeGreaterThanOrEqual(0.65);
}, 120_000);

test('a search without the model uses keywords', async () => {
  const broken = async () => {
    throw new Error('There is no model.');
  };
  const warned: unknown[] = [];
  const search = createHybridSearch(tools, createKeywordSearch(list), broken, {
    warn: (about: unknown) => void warned.push(about),
  } as never);
  expect((await search('create contact')).map(({ tool }) => tool.name).slice(0, 5)).toContain('create_contact');
  expect(warned).toHaveLength(1);
});

test('the name of a tool in any spelling finds it first', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const search = createHybridSearch(tools, createKeywordSearch(list), createSemanticSearch(list, vectors, embedder), {
    warn: () => {},
  } as never);
  for (const query of ['delete_table_column', 'Delete table column', 'delete-table-column'])
    expect((await search(query))[0]!.tool.name).toBe('delete_table_column');
});

test('search_tools answers every hit and drops the schemas of the last ones when they do not fit', async () => {
  const longest = list.toSorted((one, other) => schemaOf(other).length - schemaOf(one).length);
  const found = await createSearchTools(async () => longest)({ query: 'anything', limit: 20 }, keyWith(scopes));
  expect(found.tools.map(({ name }) => name)).toEqual(longest.slice(0, 20).map(({ tool }) => tool.name));
  expect(fitsResult(found)).toBe(true);
  const shown = found.tools.filter(({ inputSchema }) => inputSchema !== undefined);
  expect(shown.length).toBeGreaterThanOrEqual(5);
  expect(found.tools.slice(0, shown.length)).toEqual(shown);
  for (const { name } of found.tools.slice(shown.length)) expect(found.truncated).toContain(name);
});

test('a search for event listeners answers tools with their schemas', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const search = createHybridSearch(tools, createKeywordSearch(list), createSemanticSearch(list, vectors, embedder), {
    warn: () => {},
  } as never);
  for (const query of ['create a webhook', 'listen to events']) {
    const found = await foundTools(search, { query });
    expect(found).toHaveLength(5);
    for (const { inputSchema } of found) expect(inputSchema).toBeDefined();
  }
});

const schemaOf = ({ listed }: CallableTool): string => JSON.stringify(listed.inputSchema);

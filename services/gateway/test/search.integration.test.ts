import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { scopes } from '@space/contracts/core';
import { fits } from '../src/mcp/result-size.ts';
import { type Embedder, localEmbedder } from '../src/mcp/search/embedder.ts';
import { type Search, searchBoth } from '../src/mcp/search/hybrid-search.ts';
import { byWords } from '../src/mcp/search/keyword-search.ts';
import { byMeaning } from '../src/mcp/search/semantic-search.ts';
import { readVectors, VECTORS_FILE } from '../src/mcp/search/vectors.ts';
import { searchTools } from '../src/mcp/search-tools.ts';
import { type CallableTool, callableTools } from '../src/mcp/tools.ts';
import { keyWith } from './fixtures/key-with.ts';

/** A request as people phrase it, and the tools that answer it. The examples of the tools were not written from it, and nothing is tuned on it. */
interface Asked {
  readonly request: string;
  readonly tools: readonly string[];
}

const tools = callableTools();
const list = [...tools.values()];
let asked: readonly Asked[];
let embedder: Embedder;
beforeAll(async () => {
  asked = JSON.parse(await readFile(new URL('./fixtures/search-requests.json', import.meta.url), 'utf8'));
  embedder = localEmbedder();
});
afterAll(() => embedder.close());

/** How often a tool that answers is the first, how often it is among the first five, and how long a search took. */
async function recall(name: string, search: (query: string) => Promise<readonly string[]>) {
  let [first, five] = [0, 0];
  const took: number[] = [];
  for (const { request, tools: answers } of asked) {
    const began = performance.now();
    const found = (await search(request)).slice(0, 5);
    took.push(performance.now() - began);
    if (answers.includes(found[0]!)) first += 1;
    if (found.some((one) => answers.includes(one))) five += 1;
  }
  const figures = { at_1: first / asked.length, at_5: five / asked.length };
  process.stderr.write(
    `search_tools, ${name}: recall@1 ${figures.at_1.toFixed(3)}, recall@5 ${figures.at_5.toFixed(3)} of ${asked.length}, p95 ${p95(took).toFixed(1)} ms\n`,
  );
  return figures;
}

const p95 = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)]!;

/** The tools that search_tools answers. */
async function answered(search: Search, args: object) {
  const found = await searchTools(search)({ ...args }, keyWith(scopes));
  expect(fits(found)).toBe(true);
  return found.tools;
}

const bare = ({ tool: { examples: _, ...tool }, ...callable }: CallableTool): CallableTool => ({ ...callable, tool });

test('every request names tools that there are, and every tool is asked for', () => {
  const named = new Set(asked.flatMap((one) => one.tools));
  expect([...named].sort()).toEqual([...tools.keys()].sort());
  expect(asked.length).toBeGreaterThanOrEqual(200);
});

test('of requests as people phrase them nine of ten find their tool among the first five, two of three as the first', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
  const plain = byWords(list.map(bare));
  const words = byWords(list);
  const meaning = byMeaning(list, vectors, embedder);
  const both = searchBoth(tools, words, meaning, { warn: () => {} } as never);
  // First, since the model keeps what it was asked: its time is that of requests that are new.
  const { at_1, at_5 } = await recall('by the tool itself', async (query) => names(await answered(both, { query })));
  await recall('by words, without examples', async (query) => names(plain(query)));
  await recall('by words, with examples', async (query) => names(words(query)));
  await recall('by meaning of examples', async (query) => names(await meaning(query)));
  expect(at_5).toBeGreaterThanOrEqual(0.9);
  expect(at_1).toBeGreaterThanOrEqual(0.65);
}, 120_000);

test('without the model a search goes by words', async () => {
  const broken = async () => {
    throw new Error('There is no model.');
  };
  const warned: unknown[] = [];
  const search = searchBoth(tools, byWords(list), broken, { warn: (about: unknown) => void warned.push(about) } as never);
  expect((await search('create contact')).map(({ tool }) => tool.name).slice(0, 5)).toContain('create_contact');
  expect(warned).toHaveLength(1);
});

test('the very name of a tool, however it is written, finds it first', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const search = searchBoth(tools, byWords(list), byMeaning(list, vectors, embedder), { warn: () => {} } as never);
  for (const query of ['delete_table_column', 'Delete table column', 'delete-table-column'])
    expect((await search(query))[0]!.tool.name).toBe('delete_table_column');
});

test('search_tools answers every hit, however long the schemas are: those of the last ones are left out, and it says which', async () => {
  const longest = list.toSorted((one, other) => schemaOf(other).length - schemaOf(one).length);
  const found = await searchTools(async () => longest)({ query: 'anything', limit: 20 }, keyWith(scopes));
  expect(found.tools.map(({ name }) => name)).toEqual(longest.slice(0, 20).map(({ tool }) => tool.name));
  expect(fits(found)).toBe(true);
  const shown = found.tools.filter(({ inputSchema }) => inputSchema !== undefined);
  expect(shown.length).toBeGreaterThanOrEqual(5);
  expect(found.tools.slice(0, shown.length)).toEqual(shown);
  for (const { name } of found.tools.slice(shown.length)) expect(found.cut).toContain(name);
});

test('a search for what hears events answers tools with their schemas', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const search = searchBoth(tools, byWords(list), byMeaning(list, vectors, embedder), { warn: () => {} } as never);
  for (const query of ['create a webhook', 'listen to events']) {
    const found = await answered(search, { query });
    expect(found).toHaveLength(5);
    for (const { inputSchema } of found) expect(inputSchema).toBeDefined();
  }
});

const schemaOf = ({ listed }: CallableTool): string => JSON.stringify(listed.inputSchema);

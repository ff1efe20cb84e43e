import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { byMeaning } from '../src/mcp/search/by-meaning.ts';
import { byWords } from '../src/mcp/search/by-words.ts';
import { type Embedder, localEmbedder } from '../src/mcp/search/embedder.ts';
import { searchBoth } from '../src/mcp/search/search.ts';
import { readVectors, VECTORS_FILE } from '../src/mcp/search/vectors.ts';
import { type CallableTool, callableTools } from '../src/mcp/tools.ts';

/** A request as people phrase it, and the tools that answer it. The set was written before the examples, and nothing is tuned on it. */
interface Asked {
  readonly request: string;
  readonly tools: readonly string[];
}

const tools = callableTools();
const list = [...tools.values()];
let asked: readonly Asked[];
let embedder: Embedder;
beforeAll(async () => {
  asked = JSON.parse(await readFile(new URL('./search-requests.json', import.meta.url), 'utf8'));
  embedder = localEmbedder();
});
afterAll(() => embedder.close());

/** How often a tool that answers is the first, and how often it is among the first five. */
async function recall(name: string, search: (query: string) => Promise<readonly string[]>) {
  let [first, five] = [0, 0];
  for (const { request, tools: answers } of asked) {
    const found = (await search(request)).slice(0, 5);
    if (answers.includes(found[0]!)) first += 1;
    if (found.some((one) => answers.includes(one))) five += 1;
  }
  const figures = { at_1: first / asked.length, at_5: five / asked.length };
  process.stderr.write(
    `search_tools, ${name}: recall@1 ${figures.at_1.toFixed(3)}, recall@5 ${figures.at_5.toFixed(3)} of ${asked.length}\n`,
  );
  return figures;
}

const bare = ({ tool: { examples: _, ...tool }, ...callable }: CallableTool): CallableTool => ({ ...callable, tool });

test('every request names tools that there are, and every tool is asked for', () => {
  const named = new Set(asked.flatMap((one) => one.tools));
  for (const name of named) expect(tools.has(name)).toBe(true);
  expect(asked.length).toBeGreaterThanOrEqual(200);
});

test('of requests as people phrase them nine of ten find their tool among the first five, two of three as the first', async () => {
  const vectors = readVectors(await readFile(VECTORS_FILE));
  const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
  const plain = byWords(list.map(bare));
  const words = byWords(list);
  const meaning = byMeaning(list, vectors, embedder);
  const both = searchBoth(tools, words, meaning, { warn: () => {} } as never);
  await recall('by words, without examples', async (query) => names(plain(query)));
  await recall('by words, with examples', async (query) => names(words(query)));
  await recall('by meaning of examples', async (query) => names(await meaning(query)));
  const { at_1, at_5 } = await recall('by both', async (query) => (await both(query)).map(({ tool }) => tool.name));
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

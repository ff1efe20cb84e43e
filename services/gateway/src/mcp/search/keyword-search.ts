import MiniSearch from 'minisearch';
import type { CallableTool } from '../tools.ts';
import { words } from './sentences.ts';

/** Tools by the words of a request, the best first, each with a score that only compares within one search. */
export type ByWords = (query: string) => { readonly name: string; readonly score: number }[];

const FIELDS = ['name', 'title', 'description', 'parameters', 'examples'] as const;
const BOOST = { name: 3, title: 3, examples: 2, description: 1, parameters: 0.5 };

/** Indexes the names, descriptions, parameters and examples of tools (BM25, with beginnings of words and small slips). */
export function byWords(tools: Iterable<CallableTool>): ByWords {
  const index = new MiniSearch({
    fields: [...FIELDS],
    idField: 'id',
    searchOptions: { boost: BOOST, prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 5 ? 0.2 : false) },
  });
  index.addAll(
    [...tools].map(({ tool, listed }) => ({
      id: tool.name,
      name: `${words(tool.name)} ${words(tool.family)} ${words(tool.action)}`,
      title: listed.title,
      description: listed.description,
      parameters: Object.entries(listed.inputSchema.properties ?? {})
        .map(([name, { description = '' }]) => `${words(name)} ${description}`)
        .join(' '),
      examples: (tool.examples ?? []).join(' '),
    })),
  );
  return (query) => index.search(query).map(({ id, score }) => ({ name: String(id), score }));
}

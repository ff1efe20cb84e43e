import MiniSearch from 'minisearch';
import { undoNote } from '../../operation/undo-note.ts';
import type { CallableTool } from '../tools/callable-tools.ts';
import { words } from './sentences.ts';

/** Returns tools by the words of a query, the best first. Scores compare only within one search. */
export type KeywordSearch = (query: string) => { readonly name: string; readonly score: number }[];

const FIELDS = ['name', 'title', 'description', 'parameters', 'examples'] as const;
const BOOST = { name: 3, title: 3, examples: 2, description: 1, parameters: 0.5 };

/** Creates an index (BM25) of the names, descriptions, parameters and examples of tools. It matches prefixes and small typos. */
export function createKeywordSearch(tools: Iterable<CallableTool>): KeywordSearch {
  const index = new MiniSearch({
    fields: [...FIELDS],
    idField: 'id',
    searchOptions: { boost: BOOST, prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 5 ? 0.2 : false) },
  });
  index.addAll(
    [...tools].map(({ entry, tool, listed }) => ({
      id: tool.name,
      name: `${words(tool.name)} ${words(tool.family)} ${words(tool.action)}`,
      title: listed.title,
      // A request to undo something does not mean the tools that cannot be undone.
      description: listed.description.replace(undoNote(entry.operation) ?? '', ''),
      parameters: Object.entries(listed.inputSchema.properties ?? {})
        .map(([name, { description = '' }]) => `${words(name)} ${description}`)
        .join(' '),
      examples: (tool.examples ?? []).join(' '),
    })),
  );
  return function searchByKeyword(query) {
    return index.search(query).map(({ id, score }) => ({ name: String(id), score }));
  };
}

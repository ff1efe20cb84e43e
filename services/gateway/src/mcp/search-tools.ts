import { invalidFields } from '@space/contracts/core';
import { MAX_SEARCH_CHARACTERS, MAX_SEARCH_RESULTS } from '@space/contracts/platform';
import type { ApiKey } from '../auth/api-key.ts';
import { fitsResult } from './result-truncation.ts';
import type { ToolSearch } from './search/hybrid-search.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import { DEFAULT_SEARCH_RESULTS } from './tools/meta-tools.ts';
import { type Arguments, isGranted } from './tools/tool-catalog.ts';

/** A tool as search_tools shows it. */
interface FoundTool {
  readonly name: string;
  readonly family: string;
  readonly action: string;
  readonly title: string;
  readonly description: string;
  readonly granted: boolean;
  readonly missing_scope?: string;
  readonly read_only: boolean;
  readonly destructive: boolean;
  readonly inputSchema?: unknown;
}

/** The answer of search_tools. */
interface SearchAnswer {
  readonly tools: readonly FoundTool[];
  /** The names of the tools without input schema, and how to get it. */
  readonly truncated?: string;
}

/** Answers search_tools with the tools that match. A tool outside the scopes of the key names the missing scope. */
export type SearchTools = (args: Arguments, key: ApiKey) => Promise<SearchAnswer>;

/** Creates the function on a search. */
export const createSearchTools = (search: ToolSearch): SearchTools =>
  async function searchTools(args, key) {
    const { query, limit, detail } = parseArguments(args);
    const found = await search(query);
    return truncateSchemas(found.slice(0, limit).map((tool) => foundTool(tool, key, detail === 'schema')));
  };

/** Returns all tools in at most 40 KB: the last ones without their input schema when not all schemas fit. */
function truncateSchemas(tools: readonly FoundTool[]): SearchAnswer {
  for (let whole = tools.length; ; whole--) {
    const bare = tools.slice(whole).map(({ inputSchema: _dropped, ...tool }) => tool);
    const answer = {
      tools: [...tools.slice(0, whole), ...bare],
      ...(bare.length > 0 ? { truncated: `The input schemas of ${bare.map(({ name }) => name).join(', ')} ${LEFT_OUT}` } : {}),
    };
    if (whole === 0 || fitsResult(answer)) return answer;
  }
}

const LEFT_OUT = 'are left out, since a result holds at most 40 KB. Search for the name of one with limit 1.';

function foundTool(callable: CallableTool, key: ApiKey, withSchema: boolean): FoundTool {
  const { tool, listed, entry } = callable;
  const granted = isGranted(callable, key);
  return {
    name: tool.name,
    family: tool.family,
    action: tool.action,
    title: listed.title,
    description: listed.description,
    granted,
    ...(granted || entry.operation.scope === undefined ? {} : { missing_scope: entry.operation.scope }),
    read_only: listed.annotations.readOnlyHint,
    destructive: listed.annotations.destructiveHint,
    ...(withSchema ? { inputSchema: listed.inputSchema } : {}),
  };
}

function parseArguments({ query, limit = DEFAULT_SEARCH_RESULTS, detail = 'schema', ...rest }: Arguments) {
  const errors = Object.keys(rest).map((path) => ({ path, code: 'unknown_field', message: 'is not an argument of search_tools' }));
  const reject = (path: string, message: string) => errors.push({ path, code: 'invalid_value', message });
  if (typeof query !== 'string' || query.trim() === '') reject('query', 'must say what is to be done');
  else if (query.length > MAX_SEARCH_CHARACTERS) reject('query', `must have at most ${MAX_SEARCH_CHARACTERS} characters`);
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_SEARCH_RESULTS)
    reject('limit', `must be an integer from 1 to ${MAX_SEARCH_RESULTS}`);
  if (detail !== 'schema' && detail !== 'names') reject('detail', 'must be schema or names');
  if (errors.length > 0) throw invalidFields(errors);
  return { query: query as string, limit: limit as number, detail: detail as 'schema' | 'names' };
}

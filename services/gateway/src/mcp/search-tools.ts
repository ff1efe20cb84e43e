import { invalidFields } from '@space/contracts/core';
import type { SpaceKey } from '../auth/api-key.ts';
import { DEFAULT_FOUND, MAX_FOUND, MAX_SEARCH_CHARACTERS } from './meta-tools.ts';
import { fits } from './result-size.ts';
import type { Search } from './search/hybrid-search.ts';
import { type Arguments, isGranted } from './tool-catalog.ts';
import type { CallableTool } from './tools.ts';

/** A tool as a search shows it. */
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

/** What search_tools answers. */
interface Found {
  readonly tools: readonly FoundTool[];
  /** Which input schemas are left out, and how to get them. */
  readonly cut?: string;
}

/** Answers search_tools: the tools that fit, those outside the scopes of the key marked with what is missing. */
export type SearchTools = (args: Arguments, key: SpaceKey) => Promise<Found>;

/** The answerer of search_tools on a search. */
export function searchTools(search: Search): SearchTools {
  return async (args, key) => {
    const { query, limit, detail } = readArguments(args);
    const found = await search(query);
    return fitting(found.slice(0, limit).map((tool) => shown(tool, key, detail === 'schema')));
  };
}

/** What was found in at most 40 KB: every tool, and the input schemas of the first ones when not all have room. */
function fitting(tools: readonly FoundTool[]): Found {
  for (let left = tools.length; ; left--) {
    const bare = tools.slice(left).map(({ inputSchema: _, ...tool }) => tool);
    const found = {
      tools: [...tools.slice(0, left), ...bare],
      ...(bare.length > 0 ? { cut: `The input schemas of ${bare.map(({ name }) => name).join(', ')} ${MISSING}` } : {}),
    };
    if (left === 0 || fits(found)) return found;
  }
}

const MISSING = 'are left out, since a result holds at most 40 KB. Search for the name of one with limit 1.';

function shown(callable: CallableTool, key: SpaceKey, withSchema: boolean): FoundTool {
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

function readArguments({ query, limit = DEFAULT_FOUND, detail = 'schema', ...rest }: Arguments) {
  const faults = Object.keys(rest).map((path) => ({ path, code: 'unknown_field', message: 'is not an argument of search_tools' }));
  const fault = (path: string, message: string) => faults.push({ path, code: 'invalid_value', message });
  if (typeof query !== 'string' || query.trim() === '') fault('query', 'must say what is to be done');
  else if (query.length > MAX_SEARCH_CHARACTERS) fault('query', `must have at most ${MAX_SEARCH_CHARACTERS} characters`);
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_FOUND)
    fault('limit', `must be an integer from 1 to ${MAX_FOUND}`);
  if (detail !== 'schema' && detail !== 'names') fault('detail', 'must be schema or names');
  if (faults.length > 0) throw invalidFields(faults);
  return { query: query as string, limit: limit as number, detail: detail as 'schema' | 'names' };
}

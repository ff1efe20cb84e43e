import { invalidFields } from '@space/contracts/core';
import { MAX_SEARCH_CHARACTERS, MAX_SEARCH_RESULTS } from '@space/contracts/platform';
import type { ApiKey } from '../auth/api-key.ts';
import { fitsResult } from './result-truncation.ts';
import type { ToolSearch } from './search/hybrid-search.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import { DEFAULT_SEARCH_RESULTS, SEARCH_DETAILS } from './tools/meta-tools.ts';
import { outputSchemaOfTool } from './tools/output-schema.ts';
import { type Arguments, isGranted } from './tools/tool-catalog.ts';

type Detail = (typeof SEARCH_DETAILS)[number];

/** A tool as search_tools shows it; one without schema has no more than its name, its title and the scope. */
interface FoundTool {
  readonly name: string;
  readonly family?: string;
  readonly action?: string;
  readonly title: string;
  readonly description?: string;
  readonly granted: boolean;
  readonly missing_scope?: string;
  readonly read_only?: boolean;
  readonly destructive?: boolean;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/** The answer of search_tools. */
interface SearchAnswer {
  /** Says that no tool fits; the tools are then the nearest ones, without schemas. */
  readonly nothing_fits?: string;
  readonly tools: readonly FoundTool[];
  /** The names of the tools without input schema, and how to get it. */
  readonly truncated?: string;
}

/** Answers search_tools with the tools that match. A tool outside the scopes of the key names the missing scope. */
export type SearchTools = (args: Arguments, key: ApiKey) => Promise<SearchAnswer>;

/** The first tools are those that are called; a schema of each other one would cost more than another search. */
const DEFAULT_SCHEMAS = 2;

/** The nearest tools that an answer names when none fits. */
const NEAREST_TOOLS = 3;

const NOTHING_FITS =
  'Perhaps no tool does what this request says; the tools below are the nearest ones. Use one that fits, say it in other words, or say that this Space cannot do it.';

/** Creates the function on a search. */
export const createSearchTools = (search: ToolSearch): SearchTools =>
  async function searchTools(args, key) {
    const { query, limit, detail } = parseArguments(args);
    const { tools, fits } = await search(query);
    if (!fits)
      return { nothing_fits: NOTHING_FITS, tools: tools.slice(0, Math.min(limit, NEAREST_TOOLS)).map((tool) => foundTool(tool, key)) };
    const schemas = { names: 0, schema: DEFAULT_SCHEMAS, full: limit }[detail];
    return truncateSchemas(tools.slice(0, limit), key, schemas, detail === 'full');
  };

/** Returns the first tools with their schemas and the others without; fewer have a schema when they do not fit into 40 KB. */
function truncateSchemas(tools: readonly CallableTool[], key: ApiKey, schemas: number, withOutput: boolean): SearchAnswer {
  const wanted = Math.min(schemas, tools.length);
  const whole = tools.slice(0, wanted).map((tool) => ({ ...foundTool(tool, key), ...schemasOf(tool, withOutput) }));
  const brief = tools.map((tool) => foundTool(tool, key));
  for (let shown = wanted; ; shown--) {
    const left = brief.slice(shown, wanted).map(({ name }) => name);
    const answer = {
      tools: [...whole.slice(0, shown), ...brief.slice(shown)],
      ...(left.length > 0 ? { truncated: `The schemas of ${left.join(', ')} ${LEFT_OUT}` } : {}),
    };
    if (shown === 0 || fitsResult(answer)) return answer;
  }
}

const LEFT_OUT = 'are left out, since a result holds at most 40 KB. Search for the name of one with limit 1.';

function foundTool(callable: CallableTool, key: ApiKey): FoundTool {
  const { tool, listed, entry } = callable;
  const granted = isGranted(callable, key);
  return {
    name: tool.name,
    title: listed.title,
    granted,
    ...(granted || entry.operation.scope === undefined ? {} : { missing_scope: entry.operation.scope }),
  };
}

/** Returns what search_tools shows of a tool in addition when it shows the schema. */
function schemasOf(callable: CallableTool, withOutput: boolean) {
  const { tool, listed } = callable;
  return {
    family: tool.family,
    action: tool.action,
    description: listed.description,
    read_only: listed.annotations.readOnlyHint,
    destructive: listed.annotations.destructiveHint,
    inputSchema: listed.inputSchema,
    ...(withOutput ? { outputSchema: outputSchemaOfTool(callable) } : {}),
  };
}

function parseArguments({ query, limit = DEFAULT_SEARCH_RESULTS, detail = 'schema', ...rest }: Arguments) {
  const errors = Object.keys(rest).map((path) => ({ path, code: 'unknown_field', message: 'is not an argument of search_tools' }));
  const reject = (path: string, message: string) => errors.push({ path, code: 'invalid_value', message });
  if (typeof query !== 'string' || query.trim() === '') reject('query', 'must say what is to be done');
  else if (query.length > MAX_SEARCH_CHARACTERS) reject('query', `must have at most ${MAX_SEARCH_CHARACTERS} characters`);
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_SEARCH_RESULTS)
    reject('limit', `must be an integer from 1 to ${MAX_SEARCH_RESULTS}`);
  if (!SEARCH_DETAILS.some((known) => known === detail)) reject('detail', `must be ${SEARCH_DETAILS.join(' or ')}`);
  if (errors.length > 0) throw invalidFields(errors);
  return { query: query as string, limit: limit as number, detail: detail as Detail };
}

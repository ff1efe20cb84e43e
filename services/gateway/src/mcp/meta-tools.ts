import type { ListedTool } from './tools.ts';

/** Letters of a search that are looked at. */
export const MAX_SEARCH_CHARACTERS = 500;

/** Tools a search answers at most, and unless told. */
export const MAX_FOUND = 20;
export const DEFAULT_FOUND = 5;

/** Finds tools by what is to be done (spec, MCP endpoint). */
export const searchTools: ListedTool = {
  name: 'search_tools',
  title: 'Search tools',
  description:
    'Find tools by what you want to do, in your own words. Answers their names, what they do, and their input schemas; call one by its name, or with call_tool. A tool marked granted: false needs the scope it names.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What you want to do, such as "move a booking to Friday"' },
      limit: { type: 'integer', minimum: 1, description: `Tools to answer, ${DEFAULT_FOUND} unless told, at most ${MAX_FOUND}` },
      detail: { type: 'string', enum: ['schema', 'names'], description: 'names leaves the schemas out' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Calls any tool by its name, one that is not listed too; what is checked is the same (spec, MCP endpoint). */
export const callTool: ListedTool = {
  name: 'call_tool',
  title: 'Call a tool',
  description:
    'Call any tool by its name, also one that is not listed here; search_tools finds names and schemas. What the key may do is checked as for a direct call.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the tool, as search_tools answers it' },
      arguments: { type: 'object', description: 'Its arguments' },
      read_only: { type: 'boolean', description: 'Refuse the call unless the tool only reads' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  // What it may do at worst: hosts ask a person before they let it.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** The tools about tools, in the order in which they are listed before all others. */
export const metaTools: readonly ListedTool[] = [searchTools, callTool];

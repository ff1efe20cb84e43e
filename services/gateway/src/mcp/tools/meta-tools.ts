import { MAX_SEARCH_RESULTS, MAX_STEPS } from '@space/contracts/platform';
import type { ListedTool } from './callable-tools.ts';
import { guides } from './guides.ts';

export const DEFAULT_SEARCH_RESULTS = 5;

/** The details that search_tools may answer: the schemas of the first two tools, none, or the input and output schemas of all. */
export const SEARCH_DETAILS = ['schema', 'names', 'full'] as const;

/** Finds tools for a task (contract, M2). */
export const searchTools: ListedTool = {
  name: 'search_tools',
  title: 'Search tools',
  description:
    'Find tools by what you want to do, in your own words. The first two have their input schemas; call one by its name, or with call_tool. A tool marked granted: false needs the scope it names.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What you want to do, such as "move a booking to Friday"' },
      limit: {
        type: 'integer',
        minimum: 1,
        description: `Tools to answer, at most ${MAX_SEARCH_RESULTS}, default ${DEFAULT_SEARCH_RESULTS}`,
      },
      detail: { type: 'string', enum: [...SEARCH_DETAILS] },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const callParameters = {
  name: { type: 'string', description: 'Name of the tool, as search_tools answers it' },
  arguments: { type: 'object', description: 'Its arguments' },
  read_only: { type: 'boolean', description: 'Refuse the call unless the tool only reads' },
  verbose: { type: 'boolean' },
  approval_token: { type: 'string' },
} as const;

/** Calls any tool by its name, listed or not, with the checks of a direct call (contract, M3). */
export const callTool: ListedTool = {
  name: 'call_tool',
  title: 'Call a tool',
  description:
    'Call any tool by its name, also one that is not listed here; search_tools finds names and schemas. It is checked like a direct call.',
  inputSchema: {
    type: 'object',
    properties: callParameters,
    required: ['name'],
    additionalProperties: false,
  },
  // The worst case, so that hosts ask a person first.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

const { name: calledTool, arguments: toolArguments, ...callOptions } = callParameters;

/**
 * call_tool under a name and with arguments that no client reserves (contract, M3). It is always callable, and listed in place of
 * call_tool where a client asks for it.
 */
export const useTool: ListedTool = {
  ...callTool,
  name: 'use_tool',
  inputSchema: {
    type: 'object',
    properties: { tool: calledTool, input: toolArguments, ...callOptions },
    required: ['tool'],
    additionalProperties: false,
  },
};

/** Makes several calls in one (contract, M7). */
export const runStepsTool: ListedTool = {
  name: 'run_steps',
  title: 'Run several calls',
  description: `Make up to ${MAX_STEPS} calls in one. {"$from": "1.id"} in arguments is the id in the answer of step 1.`,
  inputSchema: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, tool: { type: 'string' }, arguments: { type: 'object' } },
          required: ['tool'],
        },
      },
      idempotency_key: { type: 'string' },
      dry_run: { type: 'boolean' },
      verbose: { type: 'boolean' },
      approval_token: { type: 'string' },
    },
    required: ['steps'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** Reads a guide: what a schema does not say. */
export const readGuide: ListedTool = {
  name: 'read_guide',
  title: 'Read a guide',
  description: 'Read guides: formulas, merge tags.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', enum: [...guides.keys()] },
      section: { type: 'string', description: 'Its heading' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** The tools about tools, which are listed before all others, in this order. */
export const metaTools: readonly ListedTool[] = [searchTools, callTool, runStepsTool, readGuide];

/** Those of them that the Everyday list has, which is short; call_tool calls run_steps too. */
export const everydayMetaTools: readonly ListedTool[] = metaTools.filter((tool) => tool !== runStepsTool);

/** Returns true for the name of a tool about tools. call_tool calls none of them but run_steps. */
export const isMetaTool = (name: unknown): boolean => [...metaTools, useTool].some((tool) => tool.name === name);

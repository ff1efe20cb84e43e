import { type Entry, type Tool, toolCatalog } from '@space/contracts';
import { inputSchemaOf, type JsonSchema } from '../json-schema.ts';
import type { SpaceKey } from '../space-key.ts';
import { type Annotations, annotationsOf } from './annotations.ts';

/** A tool as tools/list shows it. Its text is fixed: nothing a user of a Space wrote is ever part of it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: Annotations;
}

/** A tool that can be called: the operation behind it, and how it is shown. */
export interface CallableTool {
  readonly entry: Entry;
  readonly tool: Tool;
  readonly listed: ListedTool;
  /** Whether a call may carry `idempotency_key`. */
  readonly takesIdempotencyKey: boolean;
}

const IDEMPOTENCY_KEY: JsonSchema & { maxLength: number } = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Makes this call happen once: use the same key when you retry it, a new one for each different call',
};

/** Every tool, by name, in the order of the catalogue. */
export const callableTools = (): ReadonlyMap<string, CallableTool> =>
  new Map([...toolCatalog].map(([name, { tool, ...entry }]) => [name, callableTool(entry, tool)]));

/** The tools of a key: those whose scope it has. A tool outside its scopes is not listed (spec, Authentication 9). */
export const toolsFor = (tools: ReadonlyMap<string, CallableTool>, key: SpaceKey): CallableTool[] =>
  [...tools.values()].filter(({ entry }) => entry.operation.scope !== undefined && key.scopes.has(entry.operation.scope));

/** What a key with every scope would be shown. */
export const toolListDocument = (): { readonly tools: readonly ListedTool[] } => ({
  tools: [...callableTools().values()].map(({ listed }) => listed),
});

function callableTool(entry: Entry, tool: Tool): CallableTool {
  const { operation } = entry;
  const takesIdempotencyKey = operation.route ? operation.route.method === 'POST' : (operation.emits ?? []).length > 0;
  return {
    entry,
    tool,
    takesIdempotencyKey,
    listed: {
      name: tool.name,
      title: operation.summary,
      description: operation.description ? `${operation.summary}. ${operation.description}` : `${operation.summary}.`,
      inputSchema: argumentsOf(inputSchemaOf(operation), tool, takesIdempotencyKey),
      annotations: annotationsOf(entry.operation),
    },
  };
}

/** The arguments of a tool, flat: the input of its operation without what the tool has fixed. Names are those of REST. */
function argumentsOf(
  { properties = {}, required = [], $defs }: JsonSchema,
  { preset = {} }: Tool,
  takesIdempotencyKey: boolean,
): JsonSchema {
  const offered = Object.entries(properties).filter(([name]) => !Object.hasOwn(preset, name));
  const needed = required.filter((name) => !Object.hasOwn(preset, name));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(offered), ...(takesIdempotencyKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}) },
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
    ...($defs ? { $defs } : {}),
  };
}

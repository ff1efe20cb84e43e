import { type CatalogEntry, toolCatalog } from '@space/contracts/catalog';
import type { Tool } from '@space/contracts/core';
import { canBeTried, takesDryRun } from '../operation/dry-run.ts';
import { inputSchemaOf, type JsonSchema } from '../operation/json-schema.ts';
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
  readonly entry: CatalogEntry;
  readonly tool: Tool;
  readonly listed: ListedTool;
  /** Whether a call may carry `idempotency_key`: it changes something. */
  readonly takesIdempotencyKey: boolean;
  /** Whether a call may carry `dry_run`: it changes something, and the operation has no such field of its own. */
  readonly takesDryRun: boolean;
}

const IDEMPOTENCY_KEY: JsonSchema = { type: 'string', description: 'Makes the call happen once: the same key when you retry it' };

const DRY_RUN: JsonSchema = { type: 'boolean', description: 'Only try: answer what the call would, and keep nothing' };

/** Every tool, by name, in the order of the catalogue. */
export const callableTools = (): ReadonlyMap<string, CallableTool> =>
  new Map([...toolCatalog].map(([name, { tool, ...entry }]) => [name, callableTool(entry, tool)]));

/** What a key with every scope would be shown. */
export const toolListDocument = (): { readonly tools: readonly ListedTool[] } => ({
  tools: [...callableTools().values()].map(({ listed }) => listed),
});

function callableTool(entry: CatalogEntry, tool: Tool): CallableTool {
  const { operation } = entry;
  const takesIdempotencyKey = canBeTried(operation);
  const input = inputSchemaOf(operation);
  return {
    entry,
    tool,
    takesIdempotencyKey,
    takesDryRun: takesDryRun(operation),
    listed: {
      name: tool.name,
      title: operation.summary,
      description: operation.description ? `${operation.summary}. ${operation.description}` : `${operation.summary}.`,
      inputSchema: argumentsOf(input, tool, { takesIdempotencyKey, takesDryRun: takesDryRun(operation) }),
      annotations: annotationsOf(entry.operation),
    },
  };
}

/** The arguments of a tool, flat: the input of its operation without what the tool has fixed. Names are those of REST. */
function argumentsOf(
  { properties = {}, required = [], $defs }: JsonSchema,
  { preset = {} }: Tool,
  takes: Pick<CallableTool, 'takesIdempotencyKey' | 'takesDryRun'>,
): JsonSchema {
  const offered = Object.entries(properties).filter(([name]) => !Object.hasOwn(preset, name));
  const needed = required.filter((name) => !Object.hasOwn(preset, name));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(offered),
      ...(takes.takesIdempotencyKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
      ...(takes.takesDryRun ? { dry_run: DRY_RUN } : {}),
    },
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
    ...($defs ? { $defs } : {}),
  };
}

import { type CatalogEntry, toolCatalog } from '@space/contracts/catalog';
import type { Tool } from '@space/contracts/core';
import { hasDryRunParameter, supportsDryRun } from '../../operation/dry-run.ts';
import { inputSchemaOf, type JsonSchema } from '../../operation/json-schema.ts';
import { undoNote } from '../../operation/undo-note.ts';
import { type Annotations, annotationsOf } from './annotations.ts';
import { compactSchema } from './compact-schema.ts';
import { describeForAgents, nameToolsIn } from './route-names.ts';
import { typedSchema, typesOnly } from './typed-schema.ts';

/** A tool as tools/list shows it. Its text is constant: no user of a Space can write a part of it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: Annotations;
}

/** A tool that can be called: its operation and its listed form. */
export interface CallableTool {
  readonly entry: CatalogEntry;
  readonly tool: Tool;
  readonly listed: ListedTool;
  /** Its parameters as its family shows them. */
  readonly compact: Readonly<Record<string, JsonSchema>>;
  /** The types of its parameters, without their purposes. */
  readonly types: Readonly<Record<string, JsonSchema>>;
  /** True if a call may carry `idempotency_key`: it changes something. */
  readonly hasIdempotencyKey: boolean;
  /** True if a call may carry `dry_run`: it changes something, and the operation has no field of that name. */
  readonly hasDryRun: boolean;
}

const IDEMPOTENCY_KEY: JsonSchema = { type: 'string', description: 'The same key on a retry: the change happens once' };

const DRY_RUN: JsonSchema = { type: 'boolean', description: 'Only try: answers, and stores nothing' };

/** Returns every tool by name, in the order of the catalog. */
export const createCallableTools = (): ReadonlyMap<string, CallableTool> =>
  new Map([...toolCatalog].map(([name, { tool, ...entry }]) => [name, callableTool(entry, tool)]));

/** Returns the list of every tool, as a key with every scope sees it. */
export const toolListDocument = (): { readonly tools: readonly ListedTool[] } => ({
  tools: [...createCallableTools().values()].map(({ listed }) => listed),
});

function callableTool(entry: CatalogEntry, tool: Tool): CallableTool {
  const { operation } = entry;
  const sentences = [`${operation.summary}.`, operation.description, undoNote(operation)].filter(Boolean).join(' ');
  const options = { hasIdempotencyKey: supportsDryRun(operation), hasDryRun: hasDryRunParameter(operation) };
  const inputSchema = nameToolsIn(argumentsOf(inputSchemaOf(operation), tool, options));
  const parameters = Object.entries(inputSchema.properties ?? {});
  return {
    entry,
    tool,
    ...options,
    listed: {
      name: tool.name,
      title: operation.summary,
      description: describeForAgents(sentences),
      inputSchema,
      annotations: annotationsOf(operation),
    },
    compact: Object.fromEntries(parameters.map(([name, schema]) => [name, compactSchema(name, schema, inputSchema.$defs)])),
    types: Object.fromEntries(parameters.map(([name, schema]) => [name, typesOnly(schema, inputSchema.$defs)])),
  };
}

/** Returns the schema of a tool's arguments: the input of its operation without the preset fields. Names are those of REST. */
function argumentsOf(
  { properties = {}, required = [], $defs }: JsonSchema,
  { preset = {} }: Tool,
  { hasIdempotencyKey, hasDryRun }: Pick<CallableTool, 'hasIdempotencyKey' | 'hasDryRun'>,
): JsonSchema {
  const free = Object.entries(properties).filter(([name]) => !Object.hasOwn(preset, name));
  const freeRequired = required.filter((name) => !Object.hasOwn(preset, name));
  return typedSchema({
    type: 'object',
    properties: {
      ...Object.fromEntries(free),
      ...(hasIdempotencyKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
      ...(hasDryRun ? { dry_run: DRY_RUN } : {}),
    },
    ...(freeRequired.length > 0 ? { required: freeRequired } : {}),
    additionalProperties: false,
    ...($defs ? { $defs } : {}),
  });
}

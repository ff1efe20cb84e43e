import { invalidFields } from '@space/contracts/core';
import { didYouMean } from '@space/text';
import type { ApiKey } from '../../auth/api-key.ts';
import { type CallableTool, createCallableTools } from './callable-tools.ts';
import { type Family, familiesOf } from './families.ts';

/** Every tool by its own name, and every family. All names are resolved here. */
export interface ToolCatalog {
  readonly tools: ReadonlyMap<string, CallableTool>;
  readonly families: ReadonlyMap<string, Family>;
}

/** The arguments of a call, as the client sent them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A call of a single tool. */
export interface ToolCall {
  readonly callable: CallableTool;
  readonly args: Arguments;
  /** A sentence for each word of the call that was read as another one. */
  readonly understood?: readonly string[];
}

/** Creates the catalog. */
export function createToolCatalog(): ToolCatalog {
  const tools = createCallableTools();
  return { tools, families: familiesOf(tools.values()) };
}

/** Returns true if a key has the scope of a tool, or if every key may call it. */
export const isGranted = ({ entry: { operation } }: CallableTool, key: Pick<ApiKey, 'scopes'>): boolean =>
  operation.any_key === true || (operation.scope !== undefined && key.scopes.has(operation.scope));

/** Returns the tools whose scope a key has. Other tools are not listed to it (contract, A9). */
export const grantedTools = ({ tools }: ToolCatalog, key: Pick<ApiKey, 'scopes'>): CallableTool[] =>
  [...tools.values()].filter((tool) => isGranted(tool, key));

/**
 * Returns the single tool that a call means: by its own name, as an action of its family, or by a name with a dot. That is
 * `family.action`, or the id of an operation, as automations have it. Returns undefined for an unknown name.
 * It is resolved before any check, so that scope, rules and the activity log see the same call for each way to make it.
 * Throws `invalid` for an unknown action.
 */
export function resolveToolCall(catalog: ToolCatalog, name: string, args: Arguments, key: ApiKey): ToolCall | undefined {
  const { tools, families } = catalog;
  const callable = tools.get(name);
  if (callable) return { callable, args };
  const dotted = toolWithDots(catalog, name);
  if (dotted) return { callable: dotted, args, understood: [`"${name}" was read as the tool ${dotted.tool.name}`] };
  const family = families.get(name);
  if (!family) return undefined;
  const { action, ...rest } = args;
  const member = typeof action === 'string' ? family.actions.get(action) : undefined;
  if (member) return { callable: member, args: rest };
  throw invalidFields([
    { path: 'action', code: action === undefined ? 'required' : 'unknown_action', message: unknownAction(family, action, key) },
  ]);
}

/** Returns the tool of a name such as `contacts.list`; undefined if there is none, or if several tools call this operation. */
function toolWithDots({ tools, families }: ToolCatalog, name: string): CallableTool | undefined {
  const [first = '', action = '', ...rest] = name.split('.');
  if (action === '' || rest.length > 0) return undefined;
  const ofOperation = [...tools.values()].filter(({ entry }) => entry.id === name);
  return families.get(first)?.actions.get(action) ?? (ofOperation.length === 1 ? ofOperation[0] : undefined);
}

/** Returns the sentence for an unknown action. It names the actions that the key may call, as tools/list shows them. */
function unknownAction({ actions }: Family, action: unknown, key: ApiKey): string {
  const granted = [...actions].filter(([, tool]) => isGranted(tool, key)).map(([name]) => name);
  const choice = granted.length > 0 ? `must be one of ${granted.join(', ')}` : 'is not an action that this key may call';
  return typeof action === 'string' ? `${choice}${didYouMean(action, granted)}` : choice;
}

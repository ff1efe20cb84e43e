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
}

/** Creates the catalog. */
export function createToolCatalog(): ToolCatalog {
  const tools = createCallableTools();
  return { tools, families: familiesOf(tools.values()) };
}

/** Returns true if a key has the scope of a tool. */
export const isGranted = ({ entry }: CallableTool, key: ApiKey): boolean =>
  entry.operation.scope !== undefined && key.scopes.has(entry.operation.scope);

/** Returns the tools whose scope a key has. Other tools are not listed to it (contract, A9). */
export const grantedTools = ({ tools }: ToolCatalog, key: ApiKey): CallableTool[] =>
  [...tools.values()].filter((tool) => isGranted(tool, key));

/**
 * Returns the single tool that a call means, by its own name or as an action of its family; undefined for an unknown name.
 * It is resolved before any check, so that scope, rules and the activity log see the same call for each way to make it.
 * Throws `invalid` for an unknown action.
 */
export function resolveToolCall({ tools, families }: ToolCatalog, name: string, args: Arguments, key: ApiKey): ToolCall | undefined {
  const callable = tools.get(name);
  if (callable) return { callable, args };
  const family = families.get(name);
  if (!family) return undefined;
  const { action, ...rest } = args;
  const member = typeof action === 'string' ? family.actions.get(action) : undefined;
  if (member) return { callable: member, args: rest };
  throw invalidFields([
    { path: 'action', code: action === undefined ? 'required' : 'unknown_action', message: unknownAction(family, action, key) },
  ]);
}

/** Returns the sentence for an unknown action. It names the actions that the key may call, as tools/list shows them. */
function unknownAction({ actions }: Family, action: unknown, key: ApiKey): string {
  const granted = [...actions].filter(([, tool]) => isGranted(tool, key)).map(([name]) => name);
  const choice = granted.length > 0 ? `must be one of ${granted.join(', ')}` : 'is not an action that this key may call';
  return typeof action === 'string' ? `${choice}${didYouMean(action, granted)}` : choice;
}

import { invalidFields } from '@space/contracts/core';
import { didYouMean } from '@space/text';
import type { SpaceKey } from '../auth/api-key.ts';
import { type Family, familiesOf } from './families.ts';
import { type CallableTool, callableTools } from './tools.ts';

/** Every tool by its own name and every family; what a name means is asked here and nowhere else. */
export interface Catalogue {
  readonly tools: ReadonlyMap<string, CallableTool>;
  readonly families: ReadonlyMap<string, Family>;
}

/** The arguments of a call, as they were sent. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A call as the single tool it means. */
export interface SingleCall {
  readonly callable: CallableTool;
  readonly args: Arguments;
}

/** Opens the catalogue. */
export function toolCatalogue(): Catalogue {
  const tools = callableTools();
  return { tools, families: familiesOf(tools.values()) };
}

/** Whether a key has the scope of a tool. */
export const isGranted = ({ entry }: CallableTool, key: SpaceKey): boolean =>
  entry.operation.scope !== undefined && key.scopes.has(entry.operation.scope);

/** The tools of a key: those whose scope it has. A tool outside its scopes is not listed (spec, Authentication 9). */
export const toolsOf = ({ tools }: Catalogue, key: SpaceKey): CallableTool[] => [...tools.values()].filter((tool) => isGranted(tool, key));

/**
 * The single tool that a call means, by its own name or as an action of its family; undefined when nothing has that name.
 * Before anything is judged, so that scope, rules and the log see the same whichever way a tool is called.
 */
export function singleCall({ tools, families }: Catalogue, name: string, args: Arguments, key: SpaceKey): SingleCall | undefined {
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

/** Says which actions there are: those of the key, as tools/list shows them. */
function unknownAction({ actions }: Family, action: unknown, key: SpaceKey): string {
  const granted = [...actions].filter(([, tool]) => isGranted(tool, key)).map(([name]) => name);
  const choice = granted.length > 0 ? `must be one of ${granted.join(', ')}` : 'is none that this key may call';
  return typeof action === 'string' ? `${choice}${didYouMean(action, granted)}` : choice;
}

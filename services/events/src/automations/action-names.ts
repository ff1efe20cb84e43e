import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@space/contracts/core';
import type { Action } from '@space/contracts/events';
import { actionCatalog } from './action-catalog.ts';

/** The operation that a name of an action means, and the arguments that the name fixes. */
interface NamedOperation {
  readonly id: string;
  readonly preset: Readonly<Record<string, unknown>>;
}

const NO_PRESET = {};

/** Every name that an action can have: the id of an operation, the name of a tool, and `<family>.<action>` of a tool. */
export const actionNames: ReadonlyMap<string, NamedOperation> = new Map([
  ...[...actionCatalog].flatMap(([id, { operation }]) =>
    (operation.tools ?? []).flatMap(({ name, family, action, preset = NO_PRESET }) => [
      [name, { id, preset }] as const,
      [`${family}.${action}`, { id, preset }] as const,
    ]),
  ),
  ...[...actionCatalog.keys()].map((id) => [id, { id, preset: NO_PRESET }] as const),
]);

/** An action as it is stored, and the errors of arguments that the name of its tool fixes. */
interface ResolvedAction {
  readonly action: Action;
  readonly errors: readonly FieldError[];
}

/**
 * Returns an action with the id of its operation in place of the name of a tool, and with the arguments that the tool fixes. An
 * action with an unknown name stays as it is.
 */
export function resolveActionName(action: Action, index: number): ResolvedAction {
  const named = actionNames.get(action.operation);
  if (!named) return { action, errors: [] };
  const errors = Object.entries(named.preset)
    .filter(([field, value]) => Object.hasOwn(action.arguments, field) && !isDeepStrictEqual(action.arguments[field], value))
    .map(([field, value]) => ({
      path: `actions.${index}.arguments.${field}`,
      code: 'preset',
      message: `must be left out or be ${JSON.stringify(value)}, which ${action.operation} fixes; ${named.id} accepts others`,
    }));
  const given = { ...action.arguments, ...(named.preset as Action['arguments']) };
  return { action: { ...action, operation: named.id, arguments: given }, errors };
}

/** Returns actions as they are stored, and all errors of arguments that the names of tools fix. */
export function resolveActionNames(given: readonly Action[]): {
  readonly actions: readonly Action[];
  readonly errors: readonly FieldError[];
} {
  const resolved = given.map(resolveActionName);
  return { actions: resolved.map(({ action }) => action), errors: resolved.flatMap(({ errors }) => errors) };
}

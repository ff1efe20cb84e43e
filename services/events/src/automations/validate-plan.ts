import { inputErrors } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import type { FieldError } from '@space/contracts/core';
import { Action, MAX_AUTOMATION_ACTIONS, MAX_AUTOMATION_BYTES, Trigger } from '@space/contracts/events';
import { didYouMean } from '@space/text';
import { actionCatalog } from './action-catalog.ts';
import { actionNames, resolveActionName } from './action-names.ts';
import { fillableArguments } from './fillable-arguments.ts';
import { findInvalidTags, findTaggedTexts, findTags } from './merge-tags.ts';
import { unresolvableTag } from './tag-paths.ts';

/** Returns the scopes that actions require, each once, in the order of the actions. */
export const requiredScopes = (actions: readonly Action[]): string[] => [
  ...new Set(actions.flatMap(({ operation }) => actionCatalog.get(operation)?.operation.scope ?? [])),
];

/** The trigger, the actions and the scopes of an automation. */
export interface Plan {
  readonly trigger: Trigger;
  readonly actions: readonly Action[];
  /** The scopes of its actions; undefined for the scopes that they require. */
  readonly scopes: readonly string[] | undefined;
}

/** A plan of which only the parts are known that have the right shape. */
type ReadablePlan = { readonly [Part in keyof Plan]: Part extends 'actions' ? readonly (Action | undefined)[] : Plan[Part] | undefined };

/**
 * Validates a plan before it is saved and returns all errors: unknown operations, scopes that the automation or the key
 * lacks, merge tags that can never find anything, and arguments that the operation would reject.
 */
export const validatePlan = (plan: Plan, keyScopes: readonly string[]): FieldError[] => [
  ...(plan.scopes ?? []).flatMap((scope, index) =>
    keyScopes.includes(scope)
      ? []
      : [
          {
            path: `scopes.${index}`,
            code: 'missing_scope',
            message: `${scope} is not a scope of this key; an automation cannot have a scope that the key which saves it lacks`,
          },
        ],
  ),
  ...validateActions(plan, keyScopes),
];

/**
 * Returns the errors of the actions of an automation that does not fit the schema, so that a wrong trigger does not hide
 * them. It leaves out what has not the right shape, for which the schema has errors, and actions that are too many or too large.
 */
export function validateReadableActions(
  { trigger, actions }: Readonly<Record<string, unknown>>,
  keyScopes: readonly string[],
): FieldError[] {
  if (!Array.isArray(actions) || actions.length > MAX_AUTOMATION_ACTIONS) return [];
  if (Buffer.byteLength(JSON.stringify(actions)) > MAX_AUTOMATION_BYTES) return [];
  const named = actions.map((action, index) => {
    const { data } = Action.safeParse(action);
    return data && resolveActionName(data, index);
  });
  const plan = { trigger: readTrigger(trigger), actions: named.map((one) => one?.action), scopes: undefined };
  return [...named.flatMap((one) => one?.errors ?? []), ...validateActions(plan, keyScopes)];
}

/** Returns a trigger, without its filters when they are wrong; undefined for one whose events are not known. */
const readTrigger = (given: unknown): Trigger | undefined =>
  Trigger.safeParse(given).data ??
  Trigger.safeParse({ event_type: (given as { readonly event_type?: unknown } | null | undefined)?.event_type }).data;

const NO_WAIT = 'must be 0 or omitted, because actions do not wait; give the automation a trigger to act when an event occurs';

const validateActions = (plan: ReadablePlan, keyScopes: readonly string[]): FieldError[] =>
  plan.actions.flatMap((action, index) => (action ? validateAction(plan, action, index, keyScopes) : []));

function validateAction(plan: ReadablePlan, action: Action, index: number, keyScopes: readonly string[]): FieldError[] {
  const { operation, arguments: given } = action;
  const at = `actions.${index}`;
  const entry = actionCatalog.get(operation);
  if (!entry)
    return [
      {
        path: `${at}.operation`,
        code: 'unknown_operation',
        message: `"${operation}" is neither an operation nor a tool${didYouMean(operation, actionNames.keys())}`,
      },
    ];
  const missing = findMissingScope(entry, plan.scopes, keyScopes);
  const waits = entry.operation.long_poll === true && (given.wait ?? 0) !== 0;
  return [
    ...(missing === undefined ? [] : [{ path: `${at}.operation`, code: 'missing_scope', message: missing }]),
    ...(waits ? [{ path: `${at}.arguments.wait`, code: 'no_wait', message: NO_WAIT }] : []),
    ...validateMergeTags(plan, fillableArguments(entry.operation, given), index).map(({ path, message }) => ({
      path: `${at}.arguments.${path}`,
      code: 'merge_tag',
      message,
    })),
    ...validateArguments(entry, given).map(({ path, ...error }) => ({
      ...error,
      path: path === '' ? `${at}.arguments` : `${at}.arguments.${path}`,
    })),
  ];
}

/** Returns the message about the scope that an action lacks, or undefined. */
function findMissingScope({ operation }: CatalogEntry, scopes: readonly string[] | undefined, keyScopes: readonly string[]) {
  const scope = operation.scope!;
  if (!scopes) return keyScopes.includes(scope) ? undefined : `needs the scope ${scope}, which this key lacks`;
  return scopes.includes(scope) ? undefined : `needs the scope ${scope}, which is not among the scopes of the automation`;
}

/** Returns errors for malformed merge tags and, if there are none, for tags that can never find anything. */
function validateMergeTags(
  { trigger, actions }: ReadablePlan,
  given: Readonly<Record<string, unknown>>,
  index: number,
): { readonly path: string; readonly message: string }[] {
  const malformed = findInvalidTags(given, index, actions.length);
  if (malformed.length > 0) return malformed;
  return findTags(given).flatMap(({ path, tag, names }) => {
    const message = unresolvableTag(names, trigger, actions.slice(0, index));
    return message === undefined ? [] : [{ path, message: `${tag} ${message}` }];
  });
}

/** Returns errors of arguments that no merge tag affects; an unknown field is an error with any value. */
function validateArguments({ operation }: CatalogEntry, given: Readonly<Record<string, unknown>>): FieldError[] {
  const tagged = findTaggedTexts(fillableArguments(operation, given)).map(({ path }) => path);
  return inputErrors(operation, given).filter(
    ({ path, code }) => code === 'unknown_field' || !tagged.some((tag) => isWithin(tag, path) || isWithin(path, tag)),
  );
}

/** Returns true if a path equals another or is inside of it. */
const isWithin = (path: string, other: string): boolean => other === '' || path === other || path.startsWith(`${other}.`);

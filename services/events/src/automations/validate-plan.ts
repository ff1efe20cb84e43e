import { inputErrors } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import type { FieldError } from '@space/contracts/core';
import type { Action, Trigger } from '@space/contracts/events';
import { didYouMean } from '@space/text';
import { actionCatalog } from './action-catalog.ts';
import { findInvalidTags, findTaggedTexts, findTags } from './merge-tags.ts';
import { unresolvableTag } from './tag-paths.ts';

/** The scopes that actions need, each once, in their order. */
export const requiredScopes = (actions: readonly Action[]): string[] => [
  ...new Set(actions.flatMap(({ operation }) => actionCatalog.get(operation)?.operation.scope ?? [])),
];

/** What an automation is to do. */
export interface Plan {
  readonly trigger: Trigger;
  readonly actions: readonly Action[];
  /** What its actions may do; undefined for just what they need. */
  readonly scopes: readonly string[] | undefined;
}

/**
 * Everything that is wrong with a plan, before it is saved: operations that do not exist, scopes that it or the key that
 * saves it lacks, tags that can never find anything, arguments that the operation would refuse.
 */
export const validatePlan = (plan: Plan, keyScopes: readonly string[]): FieldError[] => [
  ...(plan.scopes ?? []).flatMap((scope, index) =>
    keyScopes.includes(scope)
      ? []
      : [
          {
            path: `scopes.${index}`,
            code: 'missing_scope',
            message: `${scope} is more than this key may do; an automation never has a scope that the key which saves it lacks`,
          },
        ],
  ),
  ...plan.actions.flatMap((_, index) => validateAction(plan, index, keyScopes)),
];

function validateAction(plan: Plan, index: number, keyScopes: readonly string[]): FieldError[] {
  const { operation, arguments: given } = plan.actions[index]!;
  const at = `actions.${index}`;
  const entry = actionCatalog.get(operation);
  if (!entry)
    return [
      {
        path: `${at}.operation`,
        code: 'unknown_operation',
        message: `"${operation}" is not an operation${didYouMean(operation, actionCatalog.keys())}`,
      },
    ];
  const lacking = findMissingScope(entry, plan.scopes, keyScopes);
  return [
    ...(lacking === undefined ? [] : [{ path: `${at}.operation`, code: 'missing_scope', message: lacking }]),
    ...validateMergeTags(plan, index).map(({ path, message }) => ({ path: `${at}.arguments.${path}`, code: 'merge_tag', message })),
    ...validateArguments(entry, given).map(({ path, ...fault }) => ({
      ...fault,
      path: path === '' ? `${at}.arguments` : `${at}.arguments.${path}`,
    })),
  ];
}

function findMissingScope({ operation }: CatalogEntry, scopes: readonly string[] | undefined, keyScopes: readonly string[]) {
  const scope = operation.scope!;
  if (!scopes) return keyScopes.includes(scope) ? undefined : `needs the scope ${scope}, which this key lacks`;
  return scopes.includes(scope) ? undefined : `needs the scope ${scope}, which is not among the scopes of the automation`;
}

/** Tags that are none, and tags that can never find anything. */
function validateMergeTags({ trigger, actions }: Plan, index: number): { readonly path: string; readonly message: string }[] {
  const given = actions[index]!.arguments;
  const malformed = findInvalidTags(given, index);
  if (malformed.length > 0) return malformed;
  return findTags(given).flatMap(({ path, tag, names }) => {
    const message = unresolvableTag(names, trigger, actions.slice(0, index));
    return message === undefined ? [] : [{ path, message: `${tag} ${message}` }];
  });
}

/** Faults of arguments that no merge tag has a part in; a field that does not exist is one whatever it holds. */
function validateArguments({ operation }: CatalogEntry, given: Readonly<Record<string, unknown>>): FieldError[] {
  const tagged = findTaggedTexts(given).map(({ path }) => path);
  return inputErrors(operation, given).filter(
    ({ path, code }) => code === 'unknown_field' || !tagged.some((place) => isWithin(place, path) || isWithin(path, place)),
  );
}

/** Whether a path is another or leads into it. */
const isWithin = (path: string, other: string): boolean => other === '' || path === other || path.startsWith(`${other}.`);

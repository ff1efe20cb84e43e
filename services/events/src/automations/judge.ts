import { inputFaults } from '@space/bus';
import { type Action, didYouMean, type Entry, type FieldError, publicCatalog } from '@space/contracts';
import { tagFaults, textsWithTags } from './merge-tags.ts';

/** What an action can be: every operation that a key can reach, by id. */
export const actionCatalog: ReadonlyMap<string, Entry> = new Map(publicCatalog.map((entry) => [entry.id, entry]));

/** The scopes that actions need, each once, in their order. */
export const scopesOf = (actions: readonly Action[]): string[] => [
  ...new Set(actions.flatMap(({ operation }) => actionCatalog.get(operation)?.operation.scope ?? [])),
];

/**
 * Everything that is wrong with what an automation is to do, before it is saved: operations that do not exist, scopes
 * it or the key that saves it lacks, tags that can never find anything, arguments that the operation would refuse.
 */
export const automationFaults = (
  { actions, scopes }: { readonly actions: readonly Action[]; readonly scopes: readonly string[] },
  callerScopes: readonly string[],
): FieldError[] => [
  ...scopes.flatMap((scope, index) =>
    callerScopes.includes(scope)
      ? []
      : [
          {
            path: `scopes.${index}`,
            code: 'missing_scope',
            message: `${scope} is more than this key may do; an automation never has a scope that the key which saves it lacks`,
          },
        ],
  ),
  ...actions.flatMap((action, index) => actionFaults(action, index, scopes)),
];

function actionFaults({ operation, arguments: given }: Action, index: number, scopes: readonly string[]): FieldError[] {
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
  const { scope } = entry.operation;
  const lacking = scope !== undefined && scopes.includes(scope) ? [] : [scope];
  return [
    ...lacking.map((lacked) => ({
      path: `${at}.operation`,
      code: 'missing_scope',
      message: `needs the scope ${lacked}, which is not among the scopes of the automation`,
    })),
    ...tagFaults(given, index).map(({ path, message }) => ({ path: `${at}.arguments.${path}`, code: 'merge_tag', message })),
    ...argumentFaults(entry, given).map(({ path, ...fault }) => ({ ...fault, path: path === '' ? `${at}.arguments` : `${at}.arguments.${path}` })),
  ];
}

/** Faults of arguments that no merge tag has a part in; a field that does not exist is one whatever it holds. */
function argumentFaults({ operation }: Entry, given: Readonly<Record<string, unknown>>): FieldError[] {
  const tagged = textsWithTags(given).map(({ path }) => path);
  return inputFaults(operation, given).filter(
    ({ path, code }) => code === 'unknown_field' || !tagged.some((place) => isWithin(place, path) || isWithin(path, place)),
  );
}

/** Whether a path is another or leads into it. */
const isWithin = (path: string, other: string): boolean => other === '' || path === other || path.startsWith(`${other}.`);

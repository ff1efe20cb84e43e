import type { CatalogEntry } from '@space/contracts/catalog';
import { type Caller, Problem } from '@space/contracts/core';
import type { Action } from '@space/contracts/events';
import { isMemberId } from '@space/contracts/platform';
import { actionCatalog } from './action-catalog.ts';
import type { KeyAuthorizer } from './key-authorization.ts';
import type { LeasedRun } from './leased-run.ts';

/** Returns the operation of an action; throws if the automation, or the key or member that saved it, may not call it. */
export async function authorizeAction(authorizeKey: KeyAuthorizer, run: LeasedRun, { operation }: Action): Promise<CatalogEntry> {
  const entry = actionCatalog.get(operation);
  if (!entry) throw new Problem('not_found', 'The operation does not exist any more; change the action.');
  const scope = entry.operation.scope!;
  if (!run.scopes.includes(scope)) throw new Problem('missing_scope', `The automation lacks the scope ${scope}; add it to its scopes.`);
  const { refusal, scopes } = await authorizeKey(run.caller);
  if (refusal !== null) throw inactive(run.caller, refusal);
  if (!scopes.includes(scope)) throw lacking(run.caller, scope);
  return entry;
}

/** Returns the error of a run whose key is not active, or whose member is not in the Space any more. */
function inactive({ key_id }: Caller, refusal: string): Problem {
  // The reason of a member is a sentence with the way out.
  if (isMemberId(key_id)) return new Problem('forbidden', refusal);
  const reason = refusal.replace(/\.$/, '');
  return new Problem('forbidden', `The key of this automation is not active (${reason}); enable the automation again with an active key.`);
}

/** Returns the error of a run whose key or member lacks a scope. */
const lacking = ({ key_id }: Caller, scope: string): Problem =>
  new Problem(
    'missing_scope',
    isMemberId(key_id)
      ? `The role of the member who saved this automation lacks the scope ${scope}; save it as a member or with a key that has it.`
      : `The key of this automation lacks the scope ${scope}; save the automation with a key that has it.`,
  );

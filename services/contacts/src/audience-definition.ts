import type { Condition } from '@space/contracts/contacts';
import { invalidFields, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { refuseUnanswerable } from './audience-condition.ts';
import { lockExisting } from './audience-members.queries.ts';

/** Who belongs to an audience: exactly one of the two is not null. */
export interface Definition {
  readonly condition: Condition | null;
  readonly contact_ids: readonly string[] | null;
}

interface Given {
  readonly condition?: Condition | null | undefined;
  readonly contact_ids?: readonly string[] | null | undefined;
}

/** Unresolved ids named one by one in a refusal. */
const NAMED = 20;

/** The definition a call gives, or undefined when it gives none; both at once and an unanswerable condition are refused. */
export function givenDefinition({ condition = null, contact_ids = null }: Given): Definition | undefined {
  if (condition && contact_ids)
    throw invalidFields([{ path: 'contact_ids', code: 'conflict', message: 'cannot be given together with condition' }]);
  if (condition) refuseUnanswerable(condition);
  return condition || contact_ids ? { condition, contact_ids: contact_ids && [...new Set(contact_ids)] } : undefined;
}

/** An audience without a definition is refused. */
export const definitionMissing = () =>
  invalidFields([{ path: 'condition', code: 'invalid_type', message: 'or contact_ids is needed: an audience has one of the two' }]);

/** Refuses ids that are no contacts of the Space, by name, and keeps the others from being deleted until the transaction ends. */
export async function mustResolve(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<void> {
  const found = new Set(await lockExisting(tx, space, ids));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  const named = missing.slice(0, NAMED);
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  throw new Problem(
    'unresolved_reference',
    `contact_ids: there is no contact ${named.map((id) => `"${id}"`).join(', ')}${more} in this Space.`,
    {
      errors: named.map((id) => ({
        path: `contact_ids.${ids.indexOf(id)}`,
        code: 'unresolved_reference',
        message: `there is no contact "${id}" in this Space`,
      })),
    },
  );
}

import type { Condition } from '@space/contracts/contacts';
import { invalidFields, unresolvedReferences } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { assertConditionValid } from '../conditions/validate-condition.ts';
import { findSurvivors, lockExisting, memberIds, replaceMembers } from './audience-members.queries.ts';
import type { StoredAudience } from './audiences.queries.ts';

/** The members of an audience: exactly one of the two is not null. */
export interface Definition {
  readonly condition: Condition | null;
  readonly contact_ids: readonly string[] | null;
}

interface DefinitionInput {
  readonly condition?: Condition | null | undefined;
  readonly contact_ids?: readonly string[] | null | undefined;
}

/** Returns the definition in a call, or undefined if the call has no definition. Throws `invalid` for two of them or an invalid condition. */
export function parseDefinition({ condition = null, contact_ids = null }: DefinitionInput): Definition | undefined {
  if (condition && contact_ids)
    throw invalidFields([{ path: 'contact_ids', code: 'conflict', message: 'cannot be given together with condition' }]);
  if (condition) assertConditionValid(condition);
  return condition || contact_ids ? { condition, contact_ids: contact_ids && [...new Set(contact_ids)] } : undefined;
}

/** Returns the definition in a call; throws `invalid` if the call has no definition. */
export function requireDefinition(input: DefinitionInput): Definition {
  const definition = parseDefinition(input);
  if (definition) return definition;
  throw invalidFields([{ path: 'condition', code: 'invalid_type', message: 'is required unless contact_ids is given' }]);
}

/**
 * Returns the ids of members, with that of the surviving contact for each that was merged into another one. Throws
 * `unresolved_reference` unless all are contacts of the Space. They cannot be deleted until the transaction ends.
 */
export async function resolveMembers(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<readonly string[]> {
  const found = new Set(await lockExisting(tx, space, ids));
  if (ids.every((id) => found.has(id))) return ids;
  const survivors = await findSurvivors(tx, space, ids);
  const missing = ids.flatMap((id, index) =>
    found.has(id) || survivors.has(id) ? [] : [{ path: `contact_ids.${index}`, noun: 'contact', id }],
  );
  if (missing.length > 0) throw unresolvedReferences(missing);
  return resolveMembers(tx, space, [...new Set(ids.map((id) => survivors.get(id) ?? id))]);
}

/** Makes `ids` the fixed list of an audience; returns false if it is that list already. */
export async function replaceMembersIfChanged(
  tx: CommonQueryMethods,
  space: string,
  audience: string,
  ids: readonly string[],
): Promise<boolean> {
  const before = new Set(await memberIds(tx, space, audience));
  if (before.size === ids.length && ids.every((id) => before.has(id))) return false;
  const members = await resolveMembers(tx, space, ids);
  if (before.size === members.length && members.every((id) => before.has(id))) return false;
  await replaceMembers(tx, space, audience, members);
  return true;
}

/** Returns the values before a change with which an update undoes it: those of the changed fields, and the members if they changed. */
export function previousValues(
  { name, description, condition }: StoredAudience,
  members: readonly string[],
  changed: readonly string[],
): Readonly<Record<string, unknown>> {
  const hasNewMembers = changed.includes('condition') || changed.includes('contact_ids');
  return {
    ...(changed.includes('name') && { name }),
    ...(changed.includes('description') && { description }),
    ...(hasNewMembers && (condition ? { condition } : { contact_ids: members })),
  };
}

import { type Caller, isRoleAtLeast, Problem, type Role } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { lockOwners } from './members.queries.ts';

/** Throws `conflict` when a Space would have no owner without this member. Locks the owners, so that two changes take turns. */
export async function assertOwnerStays(tx: CommonQueryMethods, space: string, memberId: string): Promise<void> {
  const owners = await lockOwners(tx, space);
  if (owners.length > 1 || !owners.includes(memberId)) return;
  throw new Problem('conflict', 'This is the last owner of the Space; make another member an owner first.');
}

/** Throws `forbidden` when a person gives a role above their own. An operator may give any. */
export function assertMayGive({ person }: Caller, role: Role): void {
  if (!person || (person.role !== null && isRoleAtLeast(person.role, role))) return;
  throw new Problem('forbidden', `Your role in this Space is ${person.role}, so you cannot make anyone ${role}; an owner can.`);
}

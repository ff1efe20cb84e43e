import { isRoleAtLeast, Problem, type Role } from '@space/contracts/core';
import { MAX_MEMBERS, MAX_SPACES_OF_PERSON } from '@space/contracts/people';
import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { countMembers, countSpacesOf, findMemberOfPerson, insertMember, lockSpace, updateMember } from './members.queries.ts';
import { lockPerson } from './persons.queries.ts';

/** The role of a person in a Space. */
export interface NewMember {
  readonly space_id: string;
  readonly person_id: string;
  readonly role: Role;
  readonly may_run: boolean;
}

/** Makes a person a member of a Space. A member who is there already gets the role when it is above their own. Throws `limit_reached`. */
export async function addMember(tx: CommonQueryMethods, { space_id, person_id, role, may_run }: NewMember, now: string): Promise<void> {
  // Locked in this order, so that concurrent calls see what the others did, and count one after the other.
  await lockPerson(tx, person_id);
  await lockSpace(tx, space_id);
  const known = await findMemberOfPerson(tx, space_id, person_id);
  if (known) {
    const raised = isRoleAtLeast(known.role, role) ? known.role : role;
    await updateMember(tx, space_id, known.id, raised, known.may_run || may_run, now);
    return;
  }
  if ((await countMembers(tx, space_id)) >= MAX_MEMBERS)
    throw new Problem('limit_reached', `This Space has ${MAX_MEMBERS} members, which is the maximum; ask an owner to remove one.`);
  if ((await countSpacesOf(tx, person_id)) >= MAX_SPACES_OF_PERSON)
    throw new Problem('limit_reached', `You are in ${MAX_SPACES_OF_PERSON} Spaces, which is the maximum; leave one first.`);
  await insertMember(tx, { id: newId('mbr'), space_id, person_id, role, may_run }, now);
}

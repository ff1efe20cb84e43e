import { randomUUID } from 'node:crypto';
import type { Role } from '@space/contracts/core';
import { operator, profile } from './profile.ts';

/** A person who is to accept an invitation. */
export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Returns a person with an address of their own, because an address is unique in an installation. */
export const newPerson = (name = 'Ada Lovelace'): NewPerson => ({
  name,
  email: `${randomUUID()}@example.com`,
  password: 'an engine weaves algebraic patterns',
});

/** Sends the form of an invitation, as a browser does, and returns the answer without following its redirect. */
export const acceptInvitation = (url: string, person: NewPerson): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: new URL(profile.console_url).origin, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ ...person }),
  });

/** Makes a new person a member of a Space and returns the person with the id of the member. */
export async function newMember(space_id: string, role: Role): Promise<NewPerson & { readonly member_id: string }> {
  const person = newPerson();
  const { url } = await operator.members.invite({ space_id, role });
  const { status } = await acceptInvitation(url, person);
  if (status !== 303) throw new Error(`the invitation was answered with ${status}`);
  const { data } = await operator.members.list({ space_id, limit: 200 });
  return { ...person, member_id: data.find((member) => member.person.email === person.email)!.id };
}

import type { IncomingMessage } from 'node:http';
import { announceChanges, type Signals } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import { type Clock, type Database, isoTime, newId, withUniqueViolation } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { hashOfSecret } from '../auth/secret-token.ts';
import { addMember } from './add-member.ts';
import { invitationSecret } from './invitation-link.ts';
import { acceptInvitation, findOpenInvitation, lockOpenInvitation, type OpenInvitation } from './invitations.queries.ts';
import { findPersonByEmail, insertPerson, type NewPersonRow, setPassword } from './persons.queries.ts';
import { recordSignIn } from './record-sign-in.ts';
import { announcePeopleChanged, beginSession } from './session-store.ts';
import { deleteOtherSessions } from './sessions.queries.ts';

/** A person who is made by accepting an invitation. */
type NewPerson = Omit<NewPersonRow, 'id'>;

/** Does more in the transaction that accepts an invitation. */
type Also = (tx: CommonQueryMethods, personId: string) => Promise<void>;

/** Accepts invitations. `also` runs in the same transaction. */
export interface Invitations {
  /** Returns the invitation of a link, or undefined when the link is wrong, was used, was revoked or has expired. */
  find(secret: string): Promise<OpenInvitation | undefined>;
  /**
   * Makes a new person a member and begins their session. With an invitation of the operator for an address that a person has already, that
   * person gets the new password, and their other sessions end. Returns the Space and the secret of the session.
   */
  acceptAs(
    request: IncomingMessage,
    secret: string,
    person: NewPerson,
    also?: Also,
  ): Promise<{ readonly space_id: string; readonly session: string }>;
  /** Makes a person who exists a member, or raises their role. Returns the Space. */
  acceptFor(secret: string, person: { readonly id: string; readonly email: string }, also?: Also): Promise<string>;
}

/** Creates the acceptance of invitations on a database. A link is used once; who comes second gets `not_found`. */
export function createInvitations(database: Database, clock: Clock, bus: Signals): Invitations {
  async function lock(tx: CommonQueryMethods, secret: string, email: string): Promise<OpenInvitation> {
    const invitation = await lockOpenInvitation(tx, hashOfSecret(secret), isoTime(clock.now()));
    if (!invitation) throw linkEnded();
    if (invitation.email !== null && invitation.email.toLowerCase() !== email.toLowerCase())
      throw invalidFields([
        { path: 'email', code: 'other_email', message: `must be ${invitation.email}: the invitation is for this address` },
      ]);
    return invitation;
  }

  async function join(tx: CommonQueryMethods, { id, space_id, role, may_run }: OpenInvitation, personId: string): Promise<void> {
    const now = isoTime(clock.now());
    await addMember(tx, { space_id, person_id: personId, role, may_run }, now);
    await acceptInvitation(tx, id, now);
  }

  return {
    async find(secret) {
      if (!invitationSecret.isWellFormed(secret)) return undefined;
      return (await findOpenInvitation(database, hashOfSecret(secret), isoTime(clock.now()))) ?? undefined;
    },

    async acceptAs(request, secret, person, also) {
      const { id, ...accepted } = await withUniqueViolation({ person_email: emailTaken }, () =>
        database.transaction(async (tx) => {
          const now = clock.now();
          const invitation = await lock(tx, secret, person.email);
          const known = invitation.resets_password ? await findPersonByEmail(tx, person.email) : null;
          const personId = known?.id ?? newId('per');
          if (known) await replacePassword(tx, known.id, person, isoTime(now));
          else await insertPerson(tx, { id: personId, ...person }, isoTime(now));
          await join(tx, invitation, personId);
          await also?.(tx, personId);
          const session = await beginSession(tx, request, personId, now, 'invitation');
          return { id: personId, space_id: invitation.space_id, session };
        }),
      );
      announcePeopleChanged(bus, id);
      announceChanges(bus, accepted.space_id, [{ topic: 'members' }]);
      return accepted;
    },

    async acceptFor(secret, { id, email }, also) {
      const space = await database.transaction(async (tx) => {
        const invitation = await lock(tx, secret, email);
        await join(tx, invitation, id);
        await also?.(tx, id);
        return invitation.space_id;
      });
      announcePeopleChanged(bus, id);
      announceChanges(bus, space, [{ topic: 'members' }]);
      return space;
    },
  };
}

/** Gives a person who exists a new password; their sessions end. A person without a new one, who comes from a provider, is refused. */
async function replacePassword(tx: CommonQueryMethods, id: string, { password_hash }: NewPerson, now: string): Promise<void> {
  if (password_hash === null) throw emailTaken();
  await setPassword(tx, id, password_hash, now);
  await recordSignIn(tx, id, { kind: 'password_changed' }, now);
  await deleteOtherSessions(tx, id, '');
}

/** Returns the error of a link that no longer works. */
export const linkEnded = (): Problem =>
  new Problem('not_found', 'This link was used already, was revoked, or is too old. Ask for a new one.');

const emailTaken = (): Problem =>
  invalidFields([
    { path: 'email', code: 'duplicate', message: 'is that of a person who is here already; sign in, then open the link again' },
  ]);

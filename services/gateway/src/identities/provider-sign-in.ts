import type { IncomingMessage } from 'node:http';
import { emailAddress, Problem } from '@space/contracts/core';
import { MAX_PERSON_NAME } from '@space/contracts/people';
import { isoTime, newId, withUniqueViolation } from '@space/database';
import { metrics, type Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { Invitations } from '../people/accept-invitation.ts';
import { addMember } from '../people/add-member.ts';
import { findPersonByEmail, insertPerson } from '../people/persons.queries.ts';
import { recordSignIn } from '../people/record-sign-in.ts';
import { renewSession } from '../people/renew-session.ts';
import { announcePeopleChanged, beginSession, browserOf, newSessionSecret } from '../people/session-store.ts';
import { confirmSession, findSession } from '../people/sessions.queries.ts';
import { deleteSignInMeans } from '../people/sign-in-means.queries.ts';
import { assertSpaceExists } from '../settings/spaces.ts';
import { findIdentity, insertIdentity, recordIdentityUse } from './identities.queries.ts';
import type { ProviderAccount } from './identity-provider.ts';
import type { Flow } from './provider-flow.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** The end of a flow: where the person goes, and the secret of a session that began. */
interface FlowEnd {
  readonly to: string;
  readonly session?: string;
}

/**
 * Ends the flows of people who come back from the identity provider. A person is known by issuer and subject, never by an email address. An
 * account that is not known joins by an invitation, or by the domain of a verified address; a person who is here already links it.
 */
export type EndFlow = (request: IncomingMessage, flow: Flow, account: ProviderAccount) => Promise<FlowEnd>;

/** Creates the ends of flows. Each throws `forbidden` with the way out for an account that may not do what it came for. */
export function createFlowEnd(
  { database, bus, clock, log }: Pick<Ports, 'database' | 'bus' | 'clock' | 'log'>,
  { name, joining }: ProviderSettings,
  invitations: Invitations,
): EndFlow {
  const ends = { sign_in: signIn, accept, link, confirm };

  return async function endFlow(request, flow, account) {
    const counted = flow.kind === 'sign_in' || flow.kind === 'accept';
    try {
      const end = await withUniqueViolation({ identity_subject: linkedElsewhere, person_email: emailTaken }, () =>
        ends[flow.kind](request, flow, account),
      );
      if (counted) metrics.signIns.inc({ method: 'oidc', outcome: 'ok' });
      return end;
    } catch (error) {
      if (counted && error instanceof Problem) metrics.signIns.inc({ method: 'oidc', outcome: 'refused' });
      throw error;
    }
  };

  async function signIn(request: IncomingMessage, { next }: Flow, account: ProviderAccount): Promise<FlowEnd> {
    const known = await findIdentity(database, account.issuer, account.subject);
    if (known) return { to: next, session: await beginKnown(request, known, account) };
    const email = joiningEmail(account);
    if (await findPersonByEmail(database, email)) throw emailTaken();
    const id = newId('per');
    const now = clock.now();
    const session = await database.transaction(async (tx) => {
      await assertSpaceExists(tx, joining!.space_id);
      await insertPerson(tx, { id, ...newPersonOf(account, email) }, isoTime(now));
      await addMember(tx, { space_id: joining!.space_id, person_id: id, role: joining!.role, may_run: false }, isoTime(now));
      await insertLink(tx, id, account);
      return beginSession(tx, request, id, now, 'oidc');
    });
    log.info({ person_id: id, space_id: joining!.space_id, method: 'oidc' }, 'a person joined');
    return { to: next, session };
  }

  async function accept(request: IncomingMessage, { invitation: secret }: Flow, account: ProviderAccount): Promise<FlowEnd> {
    const known = await findIdentity(database, account.issuer, account.subject);
    if (known) {
      const space = await invitations.acceptFor(secret, { id: known.person_id, email: known.person_email });
      return { to: `/spaces/${space}`, session: await beginKnown(request, known, account) };
    }
    const email = verifiedEmail(account);
    const person = await findPersonByEmail(database, email);
    if (!person) {
      const also = (tx: CommonQueryMethods, id: string) => insertLink(tx, id, account);
      const { space_id, session } = await invitations.acceptAs(request, secret, newPersonOf(account, email), also);
      return { to: `/spaces/${space_id}`, session };
    }
    // Only the operator vouches that the account and the person are one: anyone can become the admin of a Space of their own.
    const invitation = await invitations.find(secret);
    if (!invitation?.resets_password || invitation.email?.toLowerCase() !== email.toLowerCase()) throw emailTaken();
    let session = '';
    const space = await invitations.acceptFor(secret, { id: person.id, email }, async (tx, id) => {
      // The address of a person is not verified, so someone else may have claimed it. They must not keep a way in.
      await deleteSignInMeans(tx, id, isoTime(clock.now()));
      await insertLink(tx, id, account);
      session = await beginSession(tx, request, id, clock.now(), 'oidc');
    });
    return { to: `/spaces/${space}`, session };
  }

  async function link(request: IncomingMessage, { person_id, session_id, next }: Flow, account: ProviderAccount): Promise<FlowEnd> {
    if (!(await findSession(database, person_id, session_id)))
      throw new Problem('unauthorized', 'Your session has ended meanwhile; sign in, then link the account again.');
    const known = await findIdentity(database, account.issuer, account.subject);
    if (known && known.person_id !== person_id) throw linkedElsewhere();
    if (known) return { to: next };
    const { secret, hash } = newSessionSecret();
    await database.transaction(async (tx) => {
      await insertLink(tx, person_id, account);
      await renewSession(tx, { id: person_id, session_id, role: null, next_hash: hash });
      await recordSignIn(tx, person_id, { kind: 'account_linked', user_agent: browserOf(request.headers) }, isoTime(clock.now()));
    });
    announcePeopleChanged(bus, person_id);
    return { to: next, session: secret };
  }

  async function confirm(_request: IncomingMessage, { person_id, session_id, next }: Flow, account: ProviderAccount): Promise<FlowEnd> {
    const known = await findIdentity(database, account.issuer, account.subject);
    if (known?.person_id !== person_id)
      throw new Problem('forbidden', `This account of ${name} is not linked with you; use the one that is.`);
    const now = isoTime(clock.now());
    await database.transaction(async (tx) => {
      await recordIdentityUse(tx, known.id, account.email, now);
      await confirmSession(tx, person_id, session_id, now);
    });
    announcePeopleChanged(bus, person_id);
    return { to: next };
  }

  async function beginKnown(
    request: IncomingMessage,
    { id, person_id }: { readonly id: string; readonly person_id: string },
    { email }: ProviderAccount,
  ): Promise<string> {
    const now = clock.now();
    log.info({ person_id, method: 'oidc' }, 'a person signed in');
    return database.transaction(async (tx) => {
      await recordIdentityUse(tx, id, email, isoTime(now));
      return beginSession(tx, request, person_id, now, 'oidc');
    });
  }

  async function insertLink(tx: CommonQueryMethods, person_id: string, { issuer, subject, email }: ProviderAccount): Promise<void> {
    await insertIdentity(tx, { id: newId('idn'), person_id, issuer, subject, email }, isoTime(clock.now()));
  }

  /** Returns the address with which an account that no invitation brought joins. */
  function joiningEmail(account: ProviderAccount): string {
    if (!joining)
      throw new Problem(
        'forbidden',
        `No person here has this account of ${name}. Open your invitation, or sign in and link it in the settings.`,
      );
    const email = verifiedEmail(account);
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    if (joining.domains.includes(domain)) return email;
    throw new Problem('forbidden', `Addresses at ${domain} may not join without an invitation; ask an admin of the Space for one.`);
  }

  function verifiedEmail({ verified_email }: ProviderAccount): string {
    const email = emailAddress.safeParse(verified_email);
    if (email.success) return email.data;
    throw new Problem(
      'forbidden',
      `${name} does not confirm your email address, so you cannot join with it. Verify it there, or join with a password.`,
    );
  }

  function linkedElsewhere(): Problem {
    return new Problem('conflict', `This account of ${name} is linked with another person here; use another account.`);
  }

  function emailTaken(): Problem {
    return new Problem(
      'forbidden',
      `A person with your email address is here already. Sign in as that person, and link ${name} in the settings.`,
    );
  }
}

/** Returns the new person of an account, without a password. */
function newPersonOf(
  { name }: ProviderAccount,
  email: string,
): { readonly name: string; readonly email: string; readonly password_hash: null } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const shown = (name ?? '').replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return { name: [...(shown || email.split('@')[0]!)].slice(0, MAX_PERSON_NAME / 2).join(''), email, password_hash: null };
}

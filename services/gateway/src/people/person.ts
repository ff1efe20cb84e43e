import { type Handlers, Json } from '@space/bus';
import { Problem, scopesOfRole } from '@space/contracts/core';
import { MAX_SIGN_IN_RECORDS, MAX_SPACES_OF_PERSON, type person } from '@space/contracts/people';
import { isoTime, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Config, Ports } from '@space/runtime';
import { insertSpace } from '../settings/spaces.queries.ts';
import { confirmPassword } from './confirm-password.ts';
import { assertOwnerStays } from './member-rules.ts';
import { countSpacesOf, deleteMember, findMemberOfPerson, insertMember, lockSpace } from './members.queries.ts';
import { assertStrongPassword } from './password-strength.ts';
import type { Passwords } from './passwords.ts';
import { personOf } from './person-caller.ts';
import { findPersonTimeZone, getCredentials, getPerson, lockPerson, setPassword, updatePerson } from './persons.queries.ts';
import { recordSignIn } from './record-sign-in.ts';
import { renewSession } from './renew-session.ts';
import { confirmedUntil } from './session-key.ts';
import { announcePeopleChanged, endOfSession } from './session-store.ts';
import { deleteOtherSessions, deleteSession, findSession, listSessions } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { listSignIns } from './sign-ins.queries.ts';

/** Creates the handlers of the person who is signed in. */
export function personHandlers(ports: Ports, passwords: Passwords, limits: SignInLimits): Handlers<typeof person> {
  const { database, bus, clock, config } = ports;
  const writer = createWriter('gateway', ports);

  return {
    async get({ caller }) {
      const { id, session_id } = personOf(caller);
      const session = await findSession(database, id, session_id);
      if (!session) throw new Problem('unauthorized', 'This session has ended; sign in again.');
      const { json } = await getPerson(database, id);
      const until = confirmedUntil(session);
      const shown = {
        id: session.id,
        created_at: isoTime(session.created_at),
        expires_at: isoTime(endOfSession(session)),
        confirmation_expires_at: until > clock.now() ? isoTime(until) : null,
      };
      const spaces = session.members.map((member) => ({
        id: member.space_id,
        name: member.space_name,
        member_id: member.id,
        role: member.role,
        may_run: member.may_run,
        scopes: scopesOfRole(member.role, member.may_run),
        delete_at: member.delete_at,
      }));
      return new Json(`{"person":${json},"session":${JSON.stringify(shown)},"spaces":${JSON.stringify(spaces)}}`);
    },

    async update(call) {
      const { id } = personOf(call.caller);
      const answer = await writer.write(call, async (tx) => new Json((await updatePerson(tx, id, call.input, tx.now)).json));
      announcePeopleChanged(bus, id);
      return answer;
    },

    async change_password(call) {
      const own = personOf(call.caller);
      const { id, session_id } = own;
      assertPasswords(config);
      limits.count('person', id);
      const { new_password } = call.input;
      const { name, email } = await getCredentials(database, id);
      await assertStrongPassword(new_password, [name, email]);
      const hash = await passwords.hash(new_password);
      // Without its idempotency key, whose stored fingerprint would be a fast hash of the password. A repetition changes nothing.
      const answer = await writer.write({ ...call, idempotency: undefined }, async (tx) => {
        // The password first: it waits for sign-ins with the old one, whose sessions end with the others.
        const { json } = await setPassword(tx, id, hash, tx.now);
        await deleteOtherSessions(tx, id, session_id);
        await renewSession(tx, own);
        await recordSignIn(tx, id, { kind: 'password_changed' }, tx.now);
        return new Json(json);
      });
      announcePeopleChanged(bus, id);
      return answer;
    },

    async confirm(call) {
      assertPasswords(config);
      const { id, session_id } = personOf(call.caller);
      const own = { person_id: id, session_id };
      const now = await confirmPassword(ports, { passwords, signInLimits: limits }, own, call.input.password);
      return { confirmation_expires_at: isoTime(confirmedUntil({ confirmed_at: now })) };
    },

    async list_sessions({ caller }) {
      const { id, session_id } = personOf(caller);
      return new Json(`{"data":${await listSessions(database, id, session_id, isoTime(clock.now()))}}`);
    },

    async end_session({ caller, input }) {
      const { id } = personOf(caller);
      await database.transaction(async (tx) => {
        if ((await deleteSession(tx, id, input.id)) === 0) throw notFoundSession(input.id);
        await recordSignIn(tx, id, { kind: 'session_ended' }, isoTime(clock.now()));
      });
      announcePeopleChanged(bus, id);
      return { id: input.id, deleted: true as const };
    },

    async end_other_sessions({ caller }) {
      const { id, session_id } = personOf(caller);
      const ended = await database.transaction(async (tx) => {
        const count = await deleteOtherSessions(tx, id, session_id);
        if (count > 0) await recordSignIn(tx, id, { kind: 'session_ended' }, isoTime(clock.now()));
        return count;
      });
      announcePeopleChanged(bus, id);
      return { ended };
    },

    async list_sign_ins({ caller }) {
      return new Json(`{"data":${await listSignIns(database, personOf(caller).id, MAX_SIGN_IN_RECORDS)}}`);
    },

    async create_space(call) {
      const { id } = personOf(call.caller);
      const { name } = call.input;
      const answer = await writer.write(call, async (tx) => {
        // Locked, so that concurrent calls are counted one after the other.
        await lockPerson(tx, id);
        if ((await countSpacesOf(tx, id)) >= MAX_SPACES_OF_PERSON)
          throw new Problem('limit_reached', `You are in ${MAX_SPACES_OF_PERSON} Spaces, which is the maximum; leave one first.`);
        const space_id = newId('spc');
        await insertSpace(tx, { id: space_id, name, timezone: (await findPersonTimeZone(tx, id)) ?? 'UTC' }, tx.now);
        const member = { id: newId('mbr'), space_id, person_id: id, role: 'owner', may_run: true } as const;
        await insertMember(tx, member, tx.now);
        return {
          id: space_id,
          name,
          member_id: member.id,
          role: member.role,
          may_run: true,
          scopes: scopesOfRole(member.role, true),
          delete_at: null,
        };
      });
      announcePeopleChanged(bus, id);
      return answer;
    },

    async leave_space(call) {
      const { id } = personOf(call.caller);
      const { space_id } = call.input;
      const answer = await writer.write(call, async (tx) => {
        await lockSpace(tx, space_id);
        const known = await findMemberOfPerson(tx, space_id, id);
        if (!known) throw new Problem('not_found', `There is no Space "${space_id}" that you are a member of.`);
        await assertOwnerStays(tx, space_id, known.id);
        await deleteMember(tx, space_id, known.id);
        return { id: known.id, deleted: true as const };
      });
      announcePeopleChanged(bus, id);
      return answer;
    },
  };
}

/** Throws `disabled` where only the identity provider signs people in. */
function assertPasswords({ SPACE_OIDC_ONLY, SPACE_OIDC_NAME }: Config): void {
  if (SPACE_OIDC_ONLY === '1')
    throw new Problem('disabled', `Passwords are disabled in this installation; use ${SPACE_OIDC_NAME} or a passkey.`);
}

const notFoundSession = (id: string): Problem => new Problem('not_found', `You have no session "${id.slice(0, 64)}".`);

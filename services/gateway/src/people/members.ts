import { type Handlers, Json, type Signals } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { INVITATION_DAYS, MAX_INVITATIONS, type members } from '@space/contracts/people';
import { type Database, isoTime, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { hashOfSecret } from '../auth/secret-token.ts';
import { assertSpaceExists } from '../settings/spaces.ts';
import { invitationSecret, invitationUrl } from './invitation-link.ts';
import { countOpenInvitations, insertInvitation, listInvitations, lockInvitation, revokeInvitation } from './invitations.queries.ts';
import { assertMayGive, assertOwnerStays } from './member-rules.ts';
import { deleteMember, listMembers, lockMember, lockSpace, updateMember } from './members.queries.ts';
import { announcePeopleChanged } from './session-store.ts';

/** Creates the handlers of members and invitations. `consoleUrl` returns the address of the console, known when it listens. */
export function memberHandlers(ports: Ports, consoleUrl: () => string): Handlers<typeof members> {
  const { database, bus, clock } = ports;
  const writer = createWriter('gateway', ports);
  return {
    ...readHandlers(database),

    async update(call) {
      const { space_id, id, role, may_run } = call.input;
      let changed = '';
      const answer = await writer.write(call, async (tx) => {
        // The Space is locked first, as all changes of members do.
        await lockSpace(tx, space_id);
        if (role !== undefined && role !== 'owner') await assertOwnerStays(tx, space_id, id);
        const before = await lockMember(tx, space_id, id);
        if (!before) throw notFound('member', id);
        assertMayGive(call.caller, role ?? before.role);
        changed = before.person_id;
        return new Json((await updateMember(tx, space_id, id, role ?? before.role, may_run ?? before.may_run, tx.now)).json);
      });
      announce(bus, changed);
      return answer;
    },

    async remove(call) {
      const { space_id, id } = call.input;
      let removed = '';
      const answer = await writer.write(call, async (tx) => {
        await lockSpace(tx, space_id);
        await assertOwnerStays(tx, space_id, id);
        const before = await lockMember(tx, space_id, id);
        if (!before) throw notFound('member', id);
        await deleteMember(tx, space_id, id);
        removed = before.person_id;
        return { id, deleted: true as const };
      });
      announce(bus, removed);
      return answer;
    },

    invite(call) {
      const { space_id, role, may_run, email } = call.input;
      assertMayGive(call.caller, role);
      return writer.write(call, async (tx) => {
        await assertSpaceExists(tx, space_id);
        await lockSpace(tx, space_id);
        if ((await countOpenInvitations(tx, space_id, tx.now)) >= MAX_INVITATIONS)
          throw new Problem('limit_reached', `This Space has ${MAX_INVITATIONS} open invitations, which is the maximum; revoke one first.`);
        const secret = invitationSecret.generate();
        const row = {
          id: newId('ivt'),
          space_id,
          role,
          may_run,
          email,
          is_setup: false,
          hash: hashOfSecret(secret),
          created_by: call.caller.person ? call.caller.actor.id : null,
          expires_at: isoTime(clock.now() + INVITATION_DAYS * DAY_MS),
        };
        const { json } = await insertInvitation(tx, row, tx.now);
        return new Json(`{"invitation":${json},"url":${JSON.stringify(invitationUrl(consoleUrl(), secret))}}`);
      });
    },

    revoke_invitation(call) {
      const { space_id, id } = call.input;
      return writer.write(call, async (tx) => {
        const state = await lockInvitation(tx, space_id, id);
        if (!state) throw notFound('invitation', id);
        if (state.accepted) throw new Problem('conflict', 'This invitation was accepted; remove the member instead.');
        return new Json((await revokeInvitation(tx, space_id, id, tx.now)).json);
      });
    },
  };
}

const readHandlers = (database: Database): Pick<Handlers<typeof members>, 'list' | 'list_invitations'> => ({
  async list({ input }) {
    await assertSpaceExists(database, input.space_id);
    return new Json(await readPage(database, listMembers(input.space_id, input)));
  },
  async list_invitations({ input }) {
    await assertSpaceExists(database, input.space_id);
    return new Json(await readPage(database, listInvitations(input.space_id, input)));
  },
});

/** Announces the change of a person's membership; not for a dry run, nor for a call that was replayed. */
function announce(bus: Signals, personId: string): void {
  if (personId !== '') announcePeopleChanged(bus, personId);
}

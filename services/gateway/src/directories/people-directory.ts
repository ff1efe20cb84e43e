import type { Handlers } from '@space/bus';
import { type peopleDirectory, SETUP_LINK_MINUTES } from '@space/contracts/people';
import { isoTime, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { hashOfSecret } from '../auth/secret-token.ts';
import { invitationSecret, setupUrl } from '../people/invitation-link.ts';
import { deleteSetupLinks, insertInvitation } from '../people/invitations.queries.ts';
import { hasPeople } from '../people/persons.queries.ts';
import { assertSpaceExists } from '../settings/spaces.ts';

/** Creates the handler that makes the link of the first person. `consoleUrl` returns the address of the console. */
export function peopleDirectoryHandlers(ports: Ports, consoleUrl: () => string): Handlers<typeof peopleDirectory> {
  const { database, clock } = ports;
  const writer = createWriter('gateway', ports);
  return {
    async setup_link(call) {
      if (await hasPeople(database)) return { url: null };
      return writer.write(call, async (tx) => {
        const { space_id } = call.input;
        await assertSpaceExists(tx, space_id);
        await deleteSetupLinks(tx, space_id);
        const secret = invitationSecret.generate();
        const expires_at = isoTime(clock.now() + SETUP_LINK_MINUTES * MINUTE_MS);
        const link = { id: newId('ivt'), space_id, role: 'owner', may_run: true, email: null, is_setup: true, created_by: null } as const;
        await insertInvitation(tx, { ...link, hash: hashOfSecret(secret), expires_at }, tx.now);
        return { url: setupUrl(consoleUrl(), secret) };
      });
    },
  };
}

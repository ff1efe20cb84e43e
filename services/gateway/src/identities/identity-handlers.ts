import { type Handlers, Json } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { identities } from '@space/contracts/people';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { personOf } from '../people/person-caller.ts';
import { recordSignIn } from '../people/record-sign-in.ts';
import { renewSession } from '../people/renew-session.ts';
import { announcePeopleChanged } from '../people/session-store.ts';
import { removeMeans } from '../people/sign-in-means.ts';
import { deleteIdentity, listIdentities } from './identities.queries.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** The page of the console on which a person links an account at the identity provider. */
export const LINK_PATH = '/sign-in/provider/link';

/** Creates the handlers of the accounts of the person at the identity provider. */
export function identityHandlers(ports: Ports, settings: ProviderSettings | undefined): Handlers<typeof identities> {
  const writer = createWriter('gateway', ports);
  const provider = JSON.stringify(
    settings ? { name: settings.name, issuer: settings.issuer.href, link_path: LINK_PATH, is_only: settings.is_only } : null,
  );
  return {
    async list({ caller }) {
      return new Json(`{"provider":${provider},"data":${await listIdentities(ports.database, personOf(caller).id)}}`);
    },

    async remove(call) {
      const own = personOf(call.caller);
      const { id: person_id } = own;
      const { id } = call.input;
      const answer = await writer.write(call, async (tx) => {
        const counted = settings?.is_only ? 'identities' : 'any';
        if (!(await removeMeans(tx, person_id, counted, () => deleteIdentity(tx, person_id, id))))
          throw new Problem('not_found', `You have no identity "${id.slice(0, 64)}".`);
        await renewSession(tx, own);
        await recordSignIn(tx, person_id, { kind: 'account_removed' }, tx.now);
        return { id, deleted: true as const };
      });
      announcePeopleChanged(ports.bus, person_id);
      return answer;
    },
  };
}

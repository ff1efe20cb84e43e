import { type Handlers, Json } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { passkeys } from '@space/contracts/people';
import { isoTime, newId, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { personOf } from '../people/person-caller.ts';
import { recordSignIn } from '../people/record-sign-in.ts';
import { renewSession } from '../people/renew-session.ts';
import { confirmedUntil } from '../people/session-key.ts';
import { announcePeopleChanged } from '../people/session-store.ts';
import type { SignInLimits } from '../people/sign-in-limits.ts';
import { removeMeans } from '../people/sign-in-means.ts';
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from './passkeys.queries.ts';
import type { Passkeys } from './passkeys.ts';

/** Creates the handlers of the passkeys of the person who is signed in. */
export function passkeyHandlers(ports: Ports, ceremonies: Passkeys, limits: SignInLimits): Handlers<typeof passkeys> {
  const { database, bus, config } = ports;
  const writer = createWriter('gateway', ports);
  const isProviderOnly = config.SPACE_OIDC_ONLY === '1';

  return {
    async list({ caller }) {
      const { id } = personOf(caller);
      return new Json(`{"is_offered":${ceremonies.isOffered()},"data":${await listPasskeys(database, id)}}`);
    },

    async begin({ caller }) {
      const options = await ceremonies.creationOptions(personOf(caller).id);
      return new Json(JSON.stringify({ options }));
    },

    async add(call) {
      const own = personOf(call.caller);
      const { id: person_id } = own;
      const { row, challenge } = await ceremonies.verifyNew(person_id, call.input.credential);
      const answer = await withUniqueViolation({ passkey_credential: duplicate }, () =>
        writer.write(call, async (tx) => {
          await ceremonies.assertMayAdd(tx, person_id, challenge);
          await renewSession(tx, own);
          await recordSignIn(tx, person_id, { kind: 'passkey_added' }, tx.now);
          return new Json((await insertPasskey(tx, { ...row, id: newId('pky'), name: call.input.name }, tx.now)).json);
        }),
      );
      announcePeopleChanged(bus, person_id);
      return answer;
    },

    rename(call) {
      const { id: person_id } = personOf(call.caller);
      const { id, name } = call.input;
      return writer.write(call, async (tx) => {
        const renamed = await renamePasskey(tx, person_id, id, name, tx.now);
        if (!renamed) throw notFoundPasskey(id);
        return new Json(renamed.json);
      });
    },

    async remove(call) {
      const own = personOf(call.caller);
      const { id: person_id } = own;
      const { id } = call.input;
      const answer = await writer.write(call, async (tx) => {
        const remove = () => deletePasskey(tx, person_id, id);
        // Where only the identity provider signs people in, a passkey is no means to do so.
        const isRemoved = await (isProviderOnly ? remove() : removeMeans(tx, person_id, 'any', remove));
        if (!isRemoved) throw notFoundPasskey(id);
        await renewSession(tx, own);
        await recordSignIn(tx, person_id, { kind: 'passkey_removed' }, tx.now);
        return { id, deleted: true as const };
      });
      announcePeopleChanged(bus, person_id);
      return answer;
    },

    async begin_confirmation({ caller }) {
      const options = await ceremonies.requestOptions(personOf(caller).id);
      return new Json(JSON.stringify({ options }));
    },

    async confirm({ caller, input }) {
      const { id, session_id } = personOf(caller);
      limits.count('person', id);
      const confirmed_at = await ceremonies.confirm(id, session_id, input.credential);
      return { confirmation_expires_at: isoTime(confirmedUntil({ confirmed_at })) };
    },
  };
}

const duplicate = (): Problem => new Problem('duplicate', 'This passkey was added already.');

const notFoundPasskey = (id: string): Problem => new Problem('not_found', `You have no passkey "${id.slice(0, 64)}".`);

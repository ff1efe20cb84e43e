import { type Call, type Handlers, Json, request } from '@space/bus';
import { type Caller, invalidFields, type Operation, Problem } from '@space/contracts/core';
import { spaceDirectory } from '@space/contracts/platform';
import {
  MAX_SOCIAL_ACCOUNTS_PER_SPACE,
  socialAccountConnected,
  socialAccountDisconnected,
  type socialSettings,
} from '@space/contracts/publishing';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { NetworkError, type RemoteAccount } from '../social-networks/network.ts';
import type { Networks } from '../social-networks/networks.ts';
import {
  countAccounts,
  deleteAccount,
  findConnectedAccount,
  listAccounts,
  lockAccountConnections,
  upsertAccount,
} from './accounts.queries.ts';

/**
 * Answers the settings of social accounts. Only an operator connects one: the network is asked whose secret it is before
 * anything is kept, the secret is sealed, and no operation ever answers it.
 */
export function socialSettingsHandlers(ports: Ports, networks: Networks): Handlers<typeof socialSettings> {
  const { database, bus, box } = ports;
  const write = createWriter('publishing', ports);

  /** The call as one of the Space that the operator named; refused when there is none. */
  const inSpace = async <O extends Operation>(call: Call<O>, space_id: string): Promise<Call<O>> => {
    const { found } = await request(bus, call, spaceDirectory, 'find', { space_id });
    if (!found) throw new Problem('not_found', `There is no Space "${space_id}".`);
    const caller: Caller = { ...call.caller, space_id };
    return { ...call, caller };
  };

  return {
    list_accounts: async (call) => {
      await inSpace(call, call.input.space_id);
      return new Json(await readPage(database, listAccounts(call.input.space_id, call.input)));
    },

    connect_account: async (call) => {
      const { space_id, platform, server, identifier, secret } = call.input;
      const here = await inSpace(call, space_id);
      const account = await networks[platform].connect({ server, identifier, secret }).catch(throwAsProblem);
      return write.write(here, async (tx) => {
        await lockAccountConnections(tx, space_id);
        const known = await findConnectedAccount(tx, space_id, platform, account);
        if (!known && (await countAccounts(tx, space_id)) >= MAX_SOCIAL_ACCOUNTS_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_SOCIAL_ACCOUNTS_PER_SPACE} social accounts; disconnect one first.`);
        const connected = await upsertAccount(tx, { space_id, id: known ?? newId('sac'), platform, now: tx.now }, account, {
          secret: box.seal(secret),
          session: account.session === null ? null : box.seal(account.session),
        });
        tx.emit(socialAccountConnected, { account_id: connected.id, account: connected.handle, platform });
        return connected;
      });
    },

    disconnect_account: async (call) => {
      const { space_id, id } = call.input;
      const here = await inSpace(call, space_id);
      return write.write(here, async (tx) => {
        const gone = await deleteAccount(tx, space_id, id);
        if (!gone) throw new Problem('not_found', `There is no social account "${id}" in this Space.`);
        tx.emit(socialAccountDisconnected, { account_id: id, account: gone.handle, platform: gone.platform, reason: 'disconnected' });
        return { id, deleted: true as const };
      });
    },
  };
}

/** What a network says against a secret is a fault of what was given: the server, the identifier or the secret. */
function throwAsProblem(error: unknown): RemoteAccount {
  if (!(error instanceof NetworkError)) throw error;
  const message = error.message.replace(/\.$/, '');
  if (error.kind === 'unreachable' && !error.isTransient)
    throw new Problem('unsafe_url', `server: ${message}; give an https address that is reachable from the internet.`, {
      errors: [{ path: 'server', code: 'unsafe_url', message }],
    });
  const path = error.kind === 'unauthorized' ? 'secret' : error.message.startsWith('The handle') ? 'identifier' : 'server';
  throw invalidFields([{ path, code: error.kind, message }]);
}

import { callInSpace, type Handlers, Json } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import {
  MAX_SOCIAL_ACCOUNTS_PER_SPACE,
  socialAccountConnected,
  socialAccountDisconnected,
  type socialSettings,
} from '@space/contracts/publishing';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { findCheckedAccount } from '../social-accounts/account-checks.queries.ts';
import { accountReport } from '../social-accounts/account-report.ts';
import { enqueueReport } from '../social-accounts/account-reports.queries.ts';
import {
  countAccounts,
  deleteAccount,
  findConnectedAccount,
  listAccounts,
  lockAccountConnections,
  upsertAccount,
} from '../social-accounts/accounts.queries.ts';
import { firstCheckAt } from '../social-accounts/check-accounts.ts';
import { NetworkError } from '../social-networks/network.ts';
import type { Networks } from '../social-networks/networks.ts';

/**
 * Returns the handlers of the social settings contract. Only an operator connects an account. The network is asked for
 * the account of the secret before anything is stored; the secret is sealed, and no operation returns it.
 * `notify` wakes the task that delivers reports to the list of integrations.
 */
export function socialSettingsHandlers(ports: Ports, networks: Networks, notify: () => void): Handlers<typeof socialSettings> {
  const { database, bus, box, clock } = ports;
  const write = createWriter('publishing', ports);

  return {
    async list_accounts(call) {
      await callInSpace(bus, call, call.input.space_id);
      return new Json(await readPage(database, listAccounts(call.input.space_id, call.input)));
    },

    async connect_account(call) {
      const { space_id, platform, server, identifier, secret } = call.input;
      const spaceCall = await callInSpace(bus, call, space_id);
      const timer = performance.now();
      const account = await networks[platform].connect({ server, identifier, secret }).catch(throwAsProblem);
      const duration_ms = Math.round(performance.now() - timer);
      const response = await write.write(spaceCall, async (tx) => {
        await lockAccountConnections(tx, space_id);
        const existing = await findConnectedAccount(tx, space_id, platform, account);
        if (!existing && (await countAccounts(tx, space_id)) >= MAX_SOCIAL_ACCOUNTS_PER_SPACE)
          throw new Problem(
            'limit_reached',
            `A Space can have ${MAX_SOCIAL_ACCOUNTS_PER_SPACE} social accounts; disconnect an account first.`,
          );
        const connected = await upsertAccount(
          tx,
          { space_id, id: existing ?? newId('sac'), platform, now: tx.now, next_check_at: firstCheckAt(clock.now()) },
          account,
          {
            secret: box.seal(secret),
            session: account.session === null ? null : box.seal(account.session),
          },
        );
        tx.emit(socialAccountConnected, { account_id: connected.id, account: connected.handle, platform });
        const checked = (await findCheckedAccount(tx, space_id, connected.id))!;
        await enqueueReport(tx, space_id, accountReport(checked, { checked_at: tx.now, duration_ms, error: null }), tx.now);
        return connected;
      });
      notify();
      return response;
    },

    async disconnect_account(call) {
      const { space_id, id } = call.input;
      const spaceCall = await callInSpace(bus, call, space_id);
      const response = await write.write(spaceCall, async (tx) => {
        const checked = await findCheckedAccount(tx, space_id, id);
        const deleted = await deleteAccount(tx, space_id, id);
        if (!deleted || !checked) throw new Problem('not_found', `There is no social account "${id}" in this Space.`);
        tx.emit(socialAccountDisconnected, {
          account_id: id,
          account: deleted.handle,
          platform: deleted.platform,
          reason: 'disconnected',
        });
        await enqueueReport(tx, space_id, accountReport(checked, null, true), tx.now);
        return { id, deleted: true as const };
      });
      notify();
      return response;
    },
  };
}

/** Throws an error of a network as a problem of the field that caused it: the server, the identifier or the secret. */
function throwAsProblem(error: unknown): never {
  if (!(error instanceof NetworkError)) throw error;
  const message = error.message.replace(/\.$/, '');
  if (error.kind === 'unreachable' && !error.isTransient)
    throw new Problem('unsafe_url', `server: ${message}; give an https address that is reachable from the internet.`, {
      errors: [{ path: 'server', code: 'unsafe_url', message }],
    });
  const path = error.kind === 'unauthorized' ? 'secret' : error.message.startsWith('The handle') ? 'identifier' : 'server';
  throw invalidFields([{ path, code: error.kind, message }]);
}

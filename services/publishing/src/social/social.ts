import { type Handlers, Json } from '@space/bus';
import { social, socialSettings } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import { createEgress } from '@space/egress';
import { type Ports, type Serving, serving, type Task } from '@space/runtime';
import { listAccounts } from '../social-accounts/accounts.queries.ts';
import { createAccountChecks } from '../social-accounts/check-accounts.ts';
import { createReportDelivery } from '../social-accounts/deliver-reports.ts';
import { createNetworkClient } from '../social-networks/network-client.ts';
import { createNetworks } from '../social-networks/networks.ts';
import { analyticsHandler } from './analytics.ts';
import { createAnalyticsWorker } from './analytics-worker.ts';
import { createSocialDispatcher } from './dispatcher.ts';
import { draftHandlers } from './drafts.ts';
import { plannerHandlers } from './planners.ts';
import { publishHandler } from './publish.ts';
import { socialSettingsHandlers } from './social-settings.ts';

/**
 * Returns the handlers and tasks of social posts.
 *
 * An operator connects an account of a social network to a Space; its secret is stored sealed. A post begins as a draft.
 * Publishing inserts a record for each account, due now, at a given time, or at the next free time of a planner. The
 * dispatcher publishes each record on its network and emits an event with the outcome. A network is one port
 * (social-networks/network.ts); all code outside of it treats networks alike. Accounts are checked
 * every 15 minutes and reported to the list of integrations (social-accounts).
 */
export function createSocial(ports: Ports): { readonly serves: readonly Serving[]; readonly tasks: readonly Task[] } {
  const { database, clock, config } = ports;
  const client = createNetworkClient(createEgress(config));
  const networks = createNetworks(client, clock);
  const context = { ports, client, networks };
  const reports = createReportDelivery(ports);
  const dispatcher = createSocialDispatcher(context, reports.notify);
  const handlers: Handlers<typeof social> = {
    list_accounts: async ({ input, caller }) => new Json(await readPage(database, listAccounts(caller.space_id, input))),
    ...plannerHandlers(ports),
    ...draftHandlers(ports),
    ...publishHandler(ports, networks, dispatcher.notify),
    ...analyticsHandler(ports),
  };
  return {
    serves: [serving(social, handlers), serving(socialSettings, socialSettingsHandlers(ports, networks, reports.notify))],
    tasks: [dispatcher, createAnalyticsWorker(context), createAccountChecks(context, reports.notify), reports],
  };
}

import { type Handlers, Json } from '@space/bus';
import { social, socialSettings } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import { createEgress } from '@space/egress';
import { type Ports, type Serving, serving, type Task } from '@space/runtime';
import { createNetworkClient } from '../social-networks/network-client.ts';
import { createNetworks } from '../social-networks/networks.ts';
import { listAccounts } from './accounts.queries.ts';
import { analyticsHandler, createAnalyticsTask } from './analytics.ts';
import { createSocialDispatcher } from './dispatcher.ts';
import { draftHandlers } from './drafts.ts';
import { plannerHandlers } from './planners.ts';
import { createPublishHandler } from './publish.ts';
import { socialSettingsHandlers } from './social-settings.ts';

/**
 * What a Space says in social networks.
 *
 * An account is connected by an operator and speaks for the Space; its secret is sealed. A post begins as a draft. To
 * publish it writes a record for each account, due now, at a time, or at the next free time of a planner; the dispatcher
 * hands each record to its network and tells how that ended by an event. A network is one small port
 * (social-networks/network.ts), and nothing outside of it knows one from another.
 */
export function createSocial(ports: Ports): { readonly serves: readonly Serving[]; readonly tasks: readonly Task[] } {
  const { database, clock, config } = ports;
  const client = createNetworkClient(createEgress(config.SPACE_WEBHOOK_ALLOW));
  const networks = createNetworks(client, clock);
  const attempting = { ports, client, networks };
  const dispatcher = createSocialDispatcher(attempting);
  const handlers: Handlers<typeof social> = {
    list_accounts: async ({ input, caller }) => new Json(await readPage(database, listAccounts(caller.space_id, input))),
    ...plannerHandlers(ports),
    ...draftHandlers(ports),
    ...createPublishHandler(ports, networks, dispatcher.poll),
    ...analyticsHandler(ports),
  };
  return {
    serves: [serving(social, handlers), serving(socialSettings, socialSettingsHandlers(ports, networks))],
    tasks: [dispatcher, createAnalyticsTask(attempting)],
  };
}

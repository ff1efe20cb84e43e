import { type Handlers, Json } from '@space/bus';
import { social, socialSettings } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import { createEgress } from '@space/egress';
import { type Ports, type Serving, serving, type Task } from '@space/runtime';
import { networkClient } from '../social-networks/network-client.ts';
import { networksOver } from '../social-networks/networks.ts';
import { accountPage } from './accounts.queries.ts';
import { analyticsHandler, measuring } from './analytics.ts';
import { socialDispatcher } from './dispatcher.ts';
import { draftHandlers } from './drafts.ts';
import { plannerHandlers } from './planners.ts';
import { publishHandler } from './publish.ts';
import { socialSettingsHandlers } from './social-settings.ts';

/**
 * What a Space says in social networks.
 *
 * An account is connected by an operator and speaks for the Space; its secret is sealed. A post begins as a draft. To
 * publish it writes a record for each account, due now, at a time, or at the next free time of a planner; the dispatcher
 * hands each record to its network and tells how that ended by an event. A network is one small port
 * (social-networks/network.ts), and nothing outside of it knows one from another.
 */
export function socialOn(ports: Ports): { readonly serves: readonly Serving[]; readonly tasks: readonly Task[] } {
  const { database, clock, config } = ports;
  const client = networkClient(createEgress(config.SPACE_WEBHOOK_ALLOW));
  const networks = networksOver(client, clock);
  const attempting = { ports, client, networks };
  const dispatcher = socialDispatcher(attempting);
  const handlers: Handlers<typeof social> = {
    list_accounts: async ({ input, caller }) => new Json(await readPage(database, accountPage(caller.space_id, input))),
    ...plannerHandlers(ports),
    ...draftHandlers(ports),
    ...publishHandler(ports, networks, dispatcher.look),
    ...analyticsHandler(ports),
  };
  return {
    serves: [serving(social, handlers), serving(socialSettings, socialSettingsHandlers(ports, networks))],
    tasks: [dispatcher, measuring(attempting)],
  };
}

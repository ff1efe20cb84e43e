import { type Handlers, Json } from '@space/bus';
import type { deliveries } from '@space/contracts/events';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import type { UnstoredWebhooks } from '../dispatch/unstored-webhooks.ts';
import { listRecoveries } from '../recoveries/recoveries.queries.ts';
import { findReadableWebhooks } from '../webhooks/authorize-webhook.ts';
import { searchDeliveries } from './delivery-search.queries.ts';

/**
 * Returns the handlers that read deliveries and recoveries of all webhooks of a Space. An agent reads only those of the webhooks that it
 * created (contract, A11).
 */
export function createDeliverySearchHandlers(
  { database }: Pick<Ports, 'database'>,
  unstored: UnstoredWebhooks,
): Pick<Handlers<typeof deliveries>, 'search' | 'search_recoveries'> {
  return {
    async search({ input, caller }) {
      const webhooks = await findReadableWebhooks(database, caller, input.subscription_id);
      await Promise.all(webhooks.map((id) => unstored.waitForStored(id)));
      return new Json(await searchDeliveries(database, caller.space_id, webhooks, input));
    },

    async search_recoveries({ input, caller }) {
      const webhooks = await findReadableWebhooks(database, caller, input.subscription_id);
      return new Json(await readPage(database, listRecoveries(caller.space_id, webhooks, input)));
    },
  };
}

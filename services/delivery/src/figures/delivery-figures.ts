import type { Handlers } from '@space/bus';
import { figurePeriod } from '@space/contracts/core';
import type { DeliveryFigures, deliveries } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { findReadableWebhooks } from '../webhooks/authorize-webhook.ts';
import { findFigures } from './delivery-figures.queries.ts';
import { longestIn } from './duration-buckets.ts';

/** Returns the handler of the figures of webhooks. It reads what the statements that store attempts have counted. */
export function createFigureHandlers({ database, clock }: Pick<Ports, 'database' | 'clock'>): Pick<Handlers<typeof deliveries>, 'figures'> {
  return {
    async figures({ input, caller }) {
      const { since, until } = figurePeriod(input, clock.now());
      const webhooks = await findReadableWebhooks(database, caller, input.subscription_id);
      const rows = await findFigures(database, caller.space_id, webhooks, since, until);
      return { data: rows.map(toFigures) };
    },
  };
}

function toFigures({
  listener_id,
  hour_at,
  outcomes,
  p50_bucket,
  p95_bucket,
}: Awaited<ReturnType<typeof findFigures>>[number]): DeliveryFigures {
  const { succeeded = 0, ...errors } = outcomes;
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return {
    subscription_id: listener_id,
    hour_at,
    attempts: succeeded + failed,
    succeeded,
    failed,
    errors,
    p50_ms: longestIn(p50_bucket),
    p95_ms: longestIn(p95_bucket),
  };
}

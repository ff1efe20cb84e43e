import type { Handlers } from '@space/bus';
import { invalidFields } from '@space/contracts/core';
import { type DeliveryFigures, type deliveries, MAX_FIGURE_DAYS } from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { findReadableWebhooks } from '../webhooks/authorize-webhook.ts';
import { findFigures } from './delivery-figures.queries.ts';
import { longestIn } from './duration-buckets.ts';

/** Returns the handler of the figures of webhooks. It reads what the statements that store attempts have counted. */
export function createFigureHandlers({ database, clock }: Pick<Ports, 'database' | 'clock'>): Pick<Handlers<typeof deliveries>, 'figures'> {
  return {
    async figures({ input, caller }) {
      const { since, until } = toPeriod(input, clock.now());
      const webhooks = await findReadableWebhooks(database, caller, input.subscription_id);
      const rows = await findFigures(database, caller.space_id, webhooks, since, until);
      return { data: rows.map(toFigures) };
    },
  };
}

/** Returns the period of a call, by default the 24 hours before `until`. */
function toPeriod(input: { readonly since?: string | undefined; readonly until?: string | undefined }, now: number) {
  const until = input.until === undefined ? now : Date.parse(input.until);
  const since = input.since === undefined ? until - DAY_MS : Date.parse(input.since);
  if (until - since > MAX_FIGURE_DAYS * DAY_MS)
    throw invalidFields([
      { path: 'since', code: 'invalid', message: `must be at most ${MAX_FIGURE_DAYS} days before until, by default now` },
    ]);
  return { since: isoTime(since), until: isoTime(until) };
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

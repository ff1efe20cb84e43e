import type { Handlers } from '@space/bus';
import { Json } from '@space/bus';
import { type Event, notFound, Problem } from '@space/contracts/core';
import { type deliveries, matches } from '@space/contracts/events';
import { isoTime, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { findWebhook, type Webhook } from '../deliveries/explain.queries.ts';
import { assertOwnWebhook } from '../webhooks/authorize-webhook.ts';
import {
  countDeliveries,
  findActiveRecovery,
  findDeliveredEvents,
  findEventsAfter,
  findRecovery,
  insertRecovery,
  type RecoveryScope,
} from './recoveries.queries.ts';

/** Events that are looked at together. */
const EVENTS_AT_ONCE = 1_000;
/** So much is counted while the caller waits; what is more is found when it is worked off. */
const MAX_COUNTED = 10_000;

/** Answers `recover` and `get_recovery`; `begin` is told that there is one to work off. */
export function recoveryHandlers(ports: Ports, begin: () => void): Pick<Handlers<typeof deliveries>, 'recover' | 'get_recovery'> {
  const { database } = ports;
  const write = createWriter('events', ports);
  return {
    recover: async (call) => {
      const { id, dry_run, states } = call.input;
      const space = call.caller.space_id;
      await assertOwnWebhook(database, call.caller, id);
      const webhook = await findWebhook(database, space, id);
      if (!webhook) throw notFound('event subscription', id);
      const missing = missingOf(space, call.input, ports.clock.now());
      if (!dry_run && !webhook.enabled)
        throw new Problem('conflict', 'The webhook is switched off, so nothing would be sent; switch it on first (PATCH enabled: true).');
      const deliveries = await countDeliveries(database, missing, MAX_COUNTED + 1);
      const missed = states.includes('missed') ? await countMissed(database, missing, webhook) : { count: 0, is_all: true };
      const total = Math.min(deliveries, MAX_COUNTED) + missed.count;
      const total_is_exact = deliveries <= MAX_COUNTED && missed.is_all;
      if (dry_run) return { dry_run, total, total_is_exact, recovery: null };
      const answer = await write.write(call, async (tx) => {
        const row = await insertRecovery(tx, newId('rcv'), missing, total, tx.now);
        if (row) return new Json<never>(`{"dry_run":false,"total":${total},"total_is_exact":${total_is_exact},"recovery":${row.json}}`);
        const other = await findActiveRecovery(tx, space, id);
        throw new Problem('conflict', `The recovery ${other} of this webhook is not done yet; one runs at a time.`, { retry_after_s: 10 });
      });
      begin();
      return answer;
    },

    get_recovery: async ({ input, caller }) => {
      await assertOwnWebhook(database, caller, input.id);
      const row = await findRecovery(database, caller.space_id, input.id, input.recovery_id);
      if (!row) throw notFound('recovery', input.recovery_id);
      return new Json<never>(row.json);
    },
  };
}

function missingOf(
  space_id: string,
  { id, since, until, states }: { id: string; since: string; until?: string | undefined; states: readonly string[] },
  now: number,
): RecoveryScope {
  const end = Math.min(until === undefined ? now : Date.parse(until), now);
  if (Date.parse(since) >= end)
    throw new Problem('invalid', 'since: must lie before until, and in the past.', {
      errors: [{ path: 'since', code: 'invalid', message: 'must lie before until, and in the past' }],
    });
  return { space_id, listener_id: id, since: isoTime(Date.parse(since)), until: isoTime(end), states: [...new Set(states)] };
}

/** Counts what never became a delivery, as far as so many events are looked through while somebody waits. */
async function countMissed(
  database: CommonQueryMethods,
  missing: RecoveryScope,
  webhook: Webhook,
): Promise<{ count: number; is_all: boolean }> {
  let count = 0;
  let place: string | null = '';
  for (let seen = 0; place !== null && seen < MAX_COUNTED; seen += EVENTS_AT_ONCE) {
    const batch: { ids: string[]; place: string | null } = await findMissedAfter(database, missing, webhook, place);
    count += batch.ids.length;
    place = batch.place;
  }
  return { count, is_all: place === null };
}

/** The next events behind `place` that a webhook wants and has no delivery for, and where to go on; null at the end. */
export async function findMissedAfter(
  database: CommonQueryMethods,
  missing: RecoveryScope,
  webhook: Webhook,
  place: string,
): Promise<{ ids: string[]; place: string | null }> {
  const events = await findEventsAfter(database, missing, place, EVENTS_AT_ONCE);
  const wanted = events.filter(({ type, body }) => matches(webhook, { type, data: (JSON.parse(body) as Event).data }));
  const oldest = Math.min(...wanted.map((event) => event.recorded_at));
  const delivered =
    wanted.length === 0
      ? []
      : await findDeliveredEvents(
          database,
          missing,
          wanted.map((event) => event.id),
          isoTime(oldest),
        );
  const ids = new Set(wanted.map((event) => event.id)).difference(new Set(delivered));
  return { ids: [...ids], place: events.length < EVENTS_AT_ONCE ? null : events.at(-1)!.id };
}

import type { Handlers } from '@space/bus';
import { Json } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import type { deliveries } from '@space/contracts/events';
import { isoTime, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { assertOwnWebhook } from '../webhooks/authorize-webhook.ts';
import { findWebhook } from '../webhooks/webhooks.queries.ts';
import { countMissed } from './missed-events.ts';
import {
  countDeliveries,
  findActiveRecovery,
  findRecovery,
  insertRecovery,
  listRecoveries,
  type RecoveryScope,
} from './recoveries.queries.ts';

/** Deliveries and events that are counted while the caller waits; the recovery worker finds the rest. */
const MAX_COUNTED = 10_000;

/** Returns the handlers of recoveries; `notifyWorker` is called after a recovery is queued. */
export function createRecoveryHandlers(
  ports: Ports,
  notifyWorker: () => void,
): Pick<Handlers<typeof deliveries>, 'recover' | 'list_recoveries' | 'get_recovery'> {
  const { database } = ports;
  const writer = createWriter('events', ports);
  return {
    async recover(call) {
      const { id, dry_run, statuses } = call.input;
      const space = call.caller.space_id;
      await assertOwnWebhook(database, call.caller, id);
      const webhook = await findWebhook(database, space, id);
      if (!webhook) throw notFound('event subscription', id);
      const scope = toScope(space, call.input, ports.clock.now());
      if (!dry_run && !webhook.enabled)
        throw new Problem(
          'conflict',
          'The webhook is disabled, so nothing would be sent; enable it with PATCH /event-subscriptions/{id} {"enabled": true} first.',
        );
      const deliveries = await countDeliveries(database, scope, MAX_COUNTED + 1);
      const missed = statuses.includes('missed') ? await countMissed(database, scope, webhook, MAX_COUNTED) : { count: 0, is_exact: true };
      const total = Math.min(deliveries, MAX_COUNTED) + missed.count;
      const total_is_exact = deliveries <= MAX_COUNTED && missed.is_exact;
      if (dry_run) return { dry_run, total, total_is_exact, recovery: null };
      const answer = await writer.write(call, async (tx) => {
        const row = await insertRecovery(tx, newId('rcv'), scope, total, tx.now);
        if (row) return new Json<never>(`{"dry_run":false,"total":${total},"total_is_exact":${total_is_exact},"recovery":${row.json}}`);
        const active = await findActiveRecovery(tx, space, id);
        throw new Problem('conflict', `The recovery ${active} of this webhook is not done; only one can run at a time.`, {
          retry_after_s: 10,
        });
      });
      notifyWorker();
      return answer;
    },

    async list_recoveries({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      return new Json(await readPage(database, listRecoveries(caller.space_id, [input.id], input)));
    },

    async get_recovery({ input, caller }) {
      await assertOwnWebhook(database, caller, input.id);
      const row = await findRecovery(database, caller.space_id, input.id, input.recovery_id);
      if (!row) throw notFound('recovery', input.recovery_id);
      return new Json<never>(row.json);
    },
  };
}

function toScope(
  space_id: string,
  { id, since, until, statuses }: { id: string; since: string; until?: string | undefined; statuses: readonly string[] },
  now: number,
): RecoveryScope {
  const end = Math.min(until === undefined ? now : Date.parse(until), now);
  if (Date.parse(since) >= end) throw invalidFields([{ path: 'since', code: 'invalid', message: 'must be before until and in the past' }]);
  return { space_id, listener_id: id, since: isoTime(Date.parse(since)), until: isoTime(end), statuses: [...new Set(statuses)] };
}

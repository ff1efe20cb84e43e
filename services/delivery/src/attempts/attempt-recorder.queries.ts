import { type Attempt, DEAD_DELIVERIES_BEFORE_DISABLE } from '@space/contracts/events';
import { sql, unnestRows } from '@space/database';
import { type EmittedEvent, outboxRows, outboxTable } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { bucketOf } from '../figures/duration-buckets.ts';
import { countAttempts } from '../figures/record-figures-sql.ts';
import { RETRY } from './job.ts';

/** The result of one attempt, to be stored. */
export interface AttemptRecord {
  readonly listener_id: string;
  readonly delivery_id: number;
  readonly lease: string;
  readonly status: 'succeeded' | 'retrying' | 'dead';
  /** The attempt as the delivery log shows it. */
  readonly attempt: Attempt;
  /** True when the receiver answered 410, which disables the webhook. */
  readonly is_gone: boolean;
  /** False while the egress breaker is open: a dead delivery then does not count toward disabling the webhook. */
  readonly counts_toward_disabling: boolean;
}

const DisabledRow = z.object({ id: z.string(), space_id: z.string(), name: z.string(), disabled_reason: z.string() });

const OUTCOME_COLUMNS = {
  listener_id: 'text',
  delivery_id: 'int8',
  lease: 'text',
  status: 'text',
  number: 'int4',
  attempt: 'json',
  next_attempt_at: 'timestamptz',
  failure: 'text',
  outcome: 'text',
  bucket: 'int4',
  is_gone: 'bool',
  counts: 'bool',
  position: 'int4',
} as const;

const outcomeRow = (record: AttemptRecord, position: number) => ({
  listener_id: record.listener_id,
  delivery_id: record.delivery_id,
  lease: record.lease,
  status: record.status,
  number: record.attempt.number,
  attempt: JSON.stringify(record.attempt),
  next_attempt_at: record.attempt.next_attempt_at,
  failure: record.attempt.response_code === null ? record.attempt.error : `HTTP ${record.attempt.response_code}`,
  outcome: record.attempt.error ?? 'succeeded',
  bucket: bucketOf(record.attempt.duration_ms),
  is_gone: record.is_gone,
  counts: record.counts_toward_disabling,
  // Positions begin at 0: without a success in the batch every dead delivery is after position -1.
  position,
});

/**
 * Stores many attempts in one statement and returns the webhooks that it disabled. Each delivery gets its new status and
 * the attempt in its log. The webhook's count of consecutive dead deliveries grows; a success resets it, and at 15 the
 * webhook is disabled (contract, W7). The figures of the webhook count the attempt. An attempt whose lease has ended is discarded, because the delivery waits again
 * or another process has claimed it.
 */
export const recordAttempts = (database: CommonQueryMethods, records: readonly AttemptRecord[], now: string) =>
  database.any(sql.prepared('record-attempts', DisabledRow)`
    with outcome as (
      select * from ${unnestRows(records.map(outcomeRow), OUTCOME_COLUMNS, 'o')}
    ),
    written as (
      update events.delivery as d
      set status = o.status, priority = case o.status when 'retrying' then greatest(d.priority, ${RETRY}) else d.priority end,
          attempts = o.number, next_attempt_at = o.next_attempt_at, lease = null, log = d.log || o.attempt, updated_at = ${now}::timestamptz
      from outcome as o where d.listener_id = o.listener_id and d.id = o.delivery_id and d.lease = o.lease
      returning d.id, d.space_id, d.listener_id, d.test
    ),
    figures as (${countAttempts(
      sql.fragment`
        select w.space_id, w.listener_id, o.outcome, o.bucket from outcome as o join written as w on w.id = o.delivery_id where not w.test`,
      now,
    )}),
    counting as (
      select written.listener_id, o.status, o.position, o.is_gone, o.counts, o.failure,
             max(o.position) filter (where o.status = 'succeeded') over (partition by written.listener_id) as last_success
      from outcome as o join written on written.id = o.delivery_id where not written.test
    ),
    counted as (
      select listener_id, bool_or(last_success is not null) as succeeded, bool_or(is_gone) as is_gone,
             count(*) filter (where status = 'dead' and counts and position > coalesce(last_success, -1)) as died,
             (array_agg(failure order by position desc) filter (where status = 'dead' and counts))[1] as last_failure
      from counting group by listener_id
    ),
    evaluated as (
      select l.id, counted.is_gone, counted.last_failure,
             counted.died + case when counted.succeeded then 0 else l.consecutive_dead_deliveries end as dead_deliveries
      from counted join events.listener as l on l.id = counted.listener_id
      where counted.died > 0 or counted.is_gone or (counted.succeeded and l.consecutive_dead_deliveries <> 0)
      for update of l
    ),
    changed as (
      update events.listener as l
      set consecutive_dead_deliveries = e.dead_deliveries,
          enabled = l.enabled and not e.is_gone and e.dead_deliveries < ${DEAD_DELIVERIES_BEFORE_DISABLE},
          disabled_reason = case
            when not l.enabled then l.disabled_reason
            when e.is_gone then 'The receiver answered 410 Gone.'
            when e.dead_deliveries >= ${DEAD_DELIVERIES_BEFORE_DISABLE} then e.dead_deliveries || ' deliveries in a row died; the last failed with ' || e.last_failure || '.' end,
          disabled_at = case
            when not l.enabled then l.disabled_at
            when e.is_gone or e.dead_deliveries >= ${DEAD_DELIVERIES_BEFORE_DISABLE} then ${now}::timestamptz end,
          version = l.version + case when l.enabled and (e.is_gone or e.dead_deliveries >= ${DEAD_DELIVERIES_BEFORE_DISABLE}) then 1 else 0 end,
          updated_at = case when l.enabled and (e.is_gone or e.dead_deliveries >= ${DEAD_DELIVERIES_BEFORE_DISABLE}) then ${now}::timestamptz else l.updated_at end
      from evaluated as e where l.id = e.id
      returning l.id, l.space_id, l.name, l.enabled, l.disabled_reason, l.disabled_at = ${now}::timestamptz as is_new
    )
    select id, space_id, name, disabled_reason from changed where not enabled and is_new`);

/** Inserts events into the outbox of the schema `events`. */
export const insertOutboxEvents = (tx: CommonQueryMethods, events: readonly EmittedEvent[]) =>
  tx.query(sql.typeAlias('void')`
    insert into ${outboxTable('events')} (id, space_id, type, body, trace) ${outboxRows(events, null)}`);

import { type Attempt, DEAD_DELIVERIES_BEFORE_DISABLE } from '@space/contracts/events';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RETRY } from './job.ts';

/** What came of one attempt, to be written down. */
export interface AttemptRecord {
  readonly listener_id: string;
  readonly delivery_id: number;
  readonly lease: string;
  readonly status: 'succeeded' | 'retrying' | 'dead';
  /** As the delivery log shows it. */
  readonly attempt: Attempt;
  /** The receiver said 410: it wants no more. */
  readonly gone: boolean;
  /** Whether a death counts towards switching the webhook off; not while our own way out fails. */
  readonly counts_toward_disabling: boolean;
}

const Disabled = z.object({ id: z.string(), space_id: z.string(), name: z.string(), disabled_reason: z.string() });

const column = <T>(records: readonly AttemptRecord[], value: (record: AttemptRecord) => T) => records.map(value);

/**
 * Writes many attempts down in one statement: the delivery's new state with the attempt in its log, and the listener's
 * count of dead deliveries in a row, which a success clears and which at 15 switches the webhook off (spec, Webhooks
 * 7). An attempt whose lease has ended is not written: the delivery waits again, or another process has it. Answers the webhooks it
 * switched off.
 */
export const recordAttempts = (database: CommonQueryMethods, records: readonly AttemptRecord[], now: string) =>
  database.any(sql.prepared('record-attempts', Disabled)`
    with outcome as (
      select * from unnest(
        ${sql.array(
          column(records, (record) => record.listener_id),
          'text',
        )}, ${sql.array(
          column(records, (record) => record.delivery_id),
          'int8',
        )},
        ${sql.array(
          column(records, (record) => record.lease),
          'text',
        )}, ${sql.array(
          column(records, (record) => record.status),
          'text',
        )},
        ${sql.array(
          column(records, (record) => record.attempt.number),
          'int4',
        )}, ${sql.array(
          column(records, (record) => JSON.stringify(record.attempt)),
          'json',
        )},
        ${sql.array(
          column(records, (record) => record.attempt.next_attempt_at),
          'timestamptz',
        )},
        ${sql.array(
          column(records, (record) =>
            record.attempt.response_code === null ? record.attempt.error : `HTTP ${record.attempt.response_code}`,
          ),
          'text',
        )},
        ${sql.array(
          column(records, (record) => record.gone),
          'bool',
        )}, ${sql.array(
          column(records, (record) => record.counts_toward_disabling),
          'bool',
        )}
      ) with ordinality as o (listener_id, delivery_id, lease, state, number, attempt, next_attempt_at, failure, gone, counts, place)
    ),
    written as (
      update events.delivery as d
      set state = o.state, lane = case o.state when 'retrying' then greatest(d.lane, ${RETRY}) else d.lane end, attempts = o.number, next_attempt_at = o.next_attempt_at, lease = null, log = d.log || o.attempt, updated_at = ${now}::timestamptz
      from outcome as o where d.listener_id = o.listener_id and d.id = o.delivery_id and d.lease = o.lease
      returning d.id, d.listener_id, d.test
    ),
    told as (
      select written.listener_id, o.state, o.place, o.gone, o.counts, o.failure,
             max(o.place) filter (where o.state = 'succeeded') over (partition by written.listener_id) as last_success
      from outcome as o join written on written.id = o.delivery_id where not written.test
    ),
    counted as (
      select listener_id, bool_or(last_success is not null) as succeeded, bool_or(gone) as gone,
             count(*) filter (where state = 'dead' and counts and place > coalesce(last_success, 0)) as died,
             (array_agg(failure order by place desc) filter (where state = 'dead' and counts))[1] as last_failure
      from told group by listener_id
    ),
    judged as (
      select l.id, counted.gone, counted.last_failure,
             counted.died + case when counted.succeeded then 0 else l.dead_run end as dead_run
      from counted join events.listener as l on l.id = counted.listener_id
      where counted.died > 0 or counted.gone or (counted.succeeded and l.dead_run <> 0)
      for update of l
    ),
    changed as (
      update events.listener as l
      set dead_run = judged.dead_run,
          enabled = l.enabled and not judged.gone and judged.dead_run < ${DEAD_DELIVERIES_BEFORE_DISABLE},
          disabled_reason = case
            when not l.enabled then l.disabled_reason
            when judged.gone then 'The receiver answered 410 Gone.'
            when judged.dead_run >= ${DEAD_DELIVERIES_BEFORE_DISABLE} then judged.dead_run || ' deliveries in a row died; the last failed with ' || judged.last_failure || '.' end,
          disabled_at = case
            when not l.enabled then l.disabled_at
            when judged.gone or judged.dead_run >= ${DEAD_DELIVERIES_BEFORE_DISABLE} then ${now}::timestamptz end,
          version = l.version + case when l.enabled and (judged.gone or judged.dead_run >= ${DEAD_DELIVERIES_BEFORE_DISABLE}) then 1 else 0 end,
          updated_at = case when l.enabled and (judged.gone or judged.dead_run >= ${DEAD_DELIVERIES_BEFORE_DISABLE}) then ${now}::timestamptz else l.updated_at end
      from judged where l.id = judged.id
      returning l.id, l.space_id, l.name, l.enabled, l.disabled_reason, l.disabled_at = ${now}::timestamptz as now
    )
    select id, space_id, name, disabled_reason from changed where not enabled and now`);

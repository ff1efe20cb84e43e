import type { OutputOf } from '@space/contracts/core';
import type { Attempt, deliveries } from '@space/contracts/events';
import type { SecretBox } from '@space/crypto';
import { type Database, sql } from '@space/database';
import { z } from 'zod';
import { renderBody } from '../attempts/job.ts';
import { requestHeaders } from '../attempts/make-attempt.ts';

const Row = z.object({
  event_id: z.string(),
  type: z.string(),
  body: z.string(),
  attempt: z.custom<Attempt>(),
  secret: z.instanceof(Buffer),
});

/** Which attempt. */
export interface WhichAttempt {
  readonly id: string;
  readonly delivery_id: number;
  readonly number: number;
}

/**
 * What one attempt sent, rebuilt from the event and the attempt log: neither bodies nor signatures of Standard Webhooks
 * are stored. The secret itself is never answered; null when there is no such attempt.
 */
export async function reconstructAttempt(
  database: Database,
  box: SecretBox,
  space: string,
  { id, delivery_id, number }: WhichAttempt,
): Promise<OutputOf<typeof deliveries.operations.get_attempt> | null> {
  const row = await database.maybeOne(sql.type(Row)`
    select e.id as event_id, e.type, e.body, attempt, l.secret
    from events.delivery as d
    join events.event as e on e.id = d.event_id
    join events.listener as l on l.id = d.listener_id
    cross join unnest(d.log) as attempt
    where d.space_id = ${space} and d.listener_id = ${id} and d.id = ${delivery_id} and (attempt ->> 'number')::bigint = ${number}`);
  if (!row) return null;
  const timestamp = Math.floor(Date.parse(row.attempt.attempted_at) / 1_000);
  const body = renderBody({ event: row, delivery_id, attempt: number });
  const { 'webhook-signature': standard, ...headers } = requestHeaders(
    { event: { id: row.event_id, type: row.type }, delivery_id },
    box.open(row.secret),
    timestamp,
    body,
  );
  const signature = row.attempt.signature ?? headers['service-signature']!;
  const isSameSecret = signature === headers['service-signature'];
  return {
    delivery_id,
    number,
    timestamp,
    body,
    string_to_sign: `${timestamp}.${body}`,
    standard_string_to_sign: `${row.event_id}.${timestamp}.${body}`,
    headers: { ...headers, 'service-signature': signature, ...(isSameSecret ? { 'webhook-signature': standard! } : {}) },
    secret_changed: !isSameSecret,
  };
}

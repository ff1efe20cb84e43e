import type { OutputOf } from '@space/contracts/core';
import type { deliveries } from '@space/contracts/events';
import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import { renderBody } from '../attempts/job.ts';
import { requestHeaders } from '../attempts/request-headers.ts';
import { type AttemptKey, findAttempt } from './sent-attempt.queries.ts';

/**
 * Reconstructs the request of one attempt from its event and the delivery log, because bodies and the signatures of
 * Standard Webhooks are not stored. Returns null when there is no such attempt. The secret is not part of the result.
 */
export async function reconstructAttempt(
  database: Database,
  box: SecretBox,
  space: string,
  key: AttemptKey,
): Promise<OutputOf<typeof deliveries.operations.get_attempt> | null> {
  const row = await findAttempt(database, space, key);
  if (!row) return null;
  const { delivery_id, number } = key;
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
    attempted_at: row.attempt.attempted_at,
    body,
    string_to_sign: `${timestamp}.${body}`,
    standard_string_to_sign: `${row.event_id}.${timestamp}.${body}`,
    headers: { ...headers, 'service-signature': signature, ...(isSameSecret ? { 'webhook-signature': standard! } : {}) },
    secret_changed: !isSameSecret,
  };
}

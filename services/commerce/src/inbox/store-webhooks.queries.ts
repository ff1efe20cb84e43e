import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A verified webhook with the sealed secret of its connection, and the time at which it arrived. */
export interface VerifiedWebhook {
  readonly space_id: string;
  readonly integration_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly hash: Buffer;
  readonly sealed_body: Buffer;
  readonly status: 'waiting' | 'no_event';
  readonly error_message: string | null;
  readonly sealed_signing: Buffer;
  readonly received_at: string;
}

const Stored = z.object({ position: z.number(), is_new: z.boolean(), has_same_body: z.boolean() });

/** The outcome of storing a webhook: whether it is new, and whether a stored one has the same body. */
export type StoredWebhook = Omit<z.infer<typeof Stored>, 'position'>;

/**
 * Stores webhooks with different ids, unless they are stored, and returns what became of each by its position. Leaves out a webhook
 * whose connection no longer has the secret that verified it: it was rotated, or the connection is disconnected. Rows are inserted
 * in the order of their keys, so that two processes that get the same webhooks wait for each other in one direction.
 */
export const insertWebhooks = (database: CommonQueryMethods, webhooks: readonly VerifiedWebhook[]) =>
  database.any(sql.prepared('commerce-insert-webhooks', Stored)`
    with received as (
      select w.position, w.space_id, w.integration_id, w.event_id, w.type, decode(w.hash, 'hex') as hash,
        substring(${sql.binary(Buffer.concat(webhooks.map(({ sealed_body }) => sealed_body)))}::bytea from w.first_byte for w.bytes) as sealed_body,
        w.received_at, w.status, w.error_message
      from ${unnestRows(rowsOf(webhooks), columns, 'w')}
      join commerce.connection as c
        on c.space_id = w.space_id and c.id = w.integration_id and c.sealed_signing = decode(w.sealed_signing, 'hex')
    ), stored as (
      insert into commerce.inbox (space_id, integration_id, event_id, type, hash, sealed_body, received_at, status, error_message)
      select r.space_id, r.integration_id, r.event_id, r.type, r.hash, r.sealed_body, r.received_at, r.status, r.error_message
      from received as r order by r.space_id, r.integration_id, r.event_id
      on conflict (space_id, integration_id, event_id) do nothing
      returning space_id, integration_id, event_id
    )
    select r.position, s.event_id is not null as is_new, not exists (
      select from commerce.inbox as i
      where i.space_id = r.space_id and i.integration_id = r.integration_id and i.event_id = r.event_id and i.hash <> r.hash)
      as has_same_body
    from received as r
    left join stored as s on s.space_id = r.space_id and s.integration_id = r.integration_id and s.event_id = r.event_id`);

const columns = {
  position: 'int4',
  space_id: 'text',
  integration_id: 'text',
  event_id: 'text',
  type: 'text',
  hash: 'text',
  sealed_signing: 'text',
  first_byte: 'int4',
  bytes: 'int4',
  received_at: 'timestamptz',
  status: 'text',
  error_message: 'text',
} as const;

/** Returns a row of each webhook. The bodies are one parameter, and each row names its part of it: an array would hold them in hex. */
function rowsOf(webhooks: readonly VerifiedWebhook[]) {
  let first_byte = 1;
  return webhooks.map(({ sealed_body, ...webhook }, position) => {
    const row = {
      ...webhook,
      position,
      hash: webhook.hash.toString('hex'),
      sealed_signing: webhook.sealed_signing.toString('hex'),
      first_byte,
      bytes: sealed_body.length,
    };
    first_byte += sealed_body.length;
    return row;
  });
}

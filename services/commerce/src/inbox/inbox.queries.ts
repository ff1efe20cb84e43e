import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const WaitingWebhook = z.object({ event_id: z.string(), type: z.string(), sealed_body: z.instanceof(Buffer).nullable() });

/** A webhook that waits to be read. */
export type WaitingWebhook = z.infer<typeof WaitingWebhook>;

/** Returns the connections with waiting webhooks, the one that waits longest first. */
export const findWaitingConnections = (database: CommonQueryMethods, limit: number, except: readonly string[]) =>
  database.any(sql.type(z.object({ space_id: z.string(), id: z.string() }))`
    select i.space_id, i.integration_id as id from commerce.inbox as i
    where i.status = 'waiting' and i.integration_id <> all(${sql.array([...except], 'text')})
    group by 1, 2 order by min(i.seq) limit ${limit}`);

/** Returns the waiting webhooks of a connection, in the order of arrival. */
export const findWaitingWebhooks = (database: CommonQueryMethods, space: string, integration: string, limit: number) =>
  database.any(sql.type(WaitingWebhook)`
    select i.event_id, i.type, i.sealed_body from commerce.inbox as i
    where i.space_id = ${space} and i.integration_id = ${integration} and i.status = 'waiting' order by i.seq limit ${limit}`);

/** Locks those of some webhooks that still wait and that no other process has locked; returns their ids. */
export const lockWaitingWebhooks = (tx: CommonQueryMethods, space: string, integration: string, ids: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ event_id: z.string() }))`
    select event_id from commerce.inbox
    where space_id = ${space} and integration_id = ${integration} and status = 'waiting' and event_id = any(${sql.array([...ids], 'text')})
    order by seq for update skip locked`);

/** The outcome of a webhook. */
export interface WebhookOutcome {
  readonly event_id: string;
  readonly status: 'done' | 'ignored' | 'failed';
  readonly error_path: string | null;
  readonly error_message: string | null;
}

/** Stores what became of webhooks. */
export const saveOutcomes = (tx: CommonQueryMethods, space: string, integration: string, outcomes: readonly WebhookOutcome[]) =>
  tx.query(sql.typeAlias('void')`
    update commerce.inbox as i set status = o.status, error_path = o.error_path, error_message = o.error_message
    from ${unnestRows(outcomes as never, { event_id: 'text', status: 'text', error_path: 'text', error_message: 'text' }, 'o')}
    where i.space_id = ${space} and i.integration_id = ${integration} and i.event_id = o.event_id`);

/** Makes webhooks wait again that failed: a new version of the program may be able to read them. Returns their number. */
export const retryFailedWebhooks = async (database: CommonQueryMethods) =>
  (
    await database.query(sql.typeAlias('void')`
    update commerce.inbox set status = 'waiting' where status = 'failed' and sealed_body is not null`)
  ).rowCount;

/** Makes the webhooks of a connection wait again that arrived since a time and have their body; facts that are known change nothing. */
export const readWebhooksAgain = (tx: CommonQueryMethods, space: string, integration: string, since: string) =>
  tx.query(sql.typeAlias('void')`
    update commerce.inbox set status = 'waiting', error_path = null, error_message = null
    where space_id = ${space} and integration_id = ${integration} and received_at >= ${since}::timestamptz
      and status in ('done', 'ignored', 'failed') and sealed_body is not null`);

/** Deletes the bodies of at most `limit` webhooks that arrived before a time; returns their number. */
export const deleteOldBodies = async (database: CommonQueryMethods, before: string, limit: number) =>
  (
    await database.query(sql.typeAlias('void')`
    update commerce.inbox as i set sealed_body = null
    from (select space_id, integration_id, event_id from commerce.inbox
      where sealed_body is not null and received_at < ${before}::timestamptz order by received_at limit ${limit}) as old
    where i.space_id = old.space_id and i.integration_id = old.integration_id and i.event_id = old.event_id`)
  ).rowCount;

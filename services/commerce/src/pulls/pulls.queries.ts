import { sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

/** The reference of a read of the money facts since the last one. */
export const LATEST = 'latest';

/** A read at the provider to make at a time. */
export interface DuePull {
  readonly kind: string;
  readonly reference: string;
  readonly due_at: string;
}

/** Requests reads at the provider. One that waits already is made once, at the earlier of the two times. */
export const insertPulls = (tx: CommonQueryMethods, { space_id, id }: Place, pulls: readonly DuePull[]) =>
  tx.query(sql.typeAlias('void')`
    insert into commerce.pull as p (space_id, integration_id, kind, reference, due_at)
    select ${space_id}, ${id}, n.kind, n.reference, n.due_at
    from ${unnestRows(pulls as never, { kind: 'text', reference: 'text', due_at: 'timestamptz' }, 'n')}
    on conflict (space_id, integration_id, kind, reference) do update set
      requests = p.requests + 1, due_at = case when p.attempts = 0 then least(p.due_at, excluded.due_at) else p.due_at end`);

const ClaimedPull = z.object({
  space_id: z.string(),
  integration_id: z.string(),
  kind: z.enum(['order', 'transactions', 'events', 'product', 'price', 'invoice', 'subscription', 'payout']),
  reference: z.string(),
  requests: z.number(),
  attempts: z.number(),
});

/** A read that this process has claimed. */
export type ClaimedPull = z.infer<typeof ClaimedPull>;

/** Claims due reads under a lease; those of other processes are skipped. */
export const claimPulls = (database: CommonQueryMethods, now: string, until: string, limit: number) =>
  database.any(sql.type(ClaimedPull)`
    update commerce.pull as p set leased_until = ${until}::timestamptz, attempts = p.attempts + 1
    from (select space_id, integration_id, kind, reference from commerce.pull
      where due_at <= ${now}::timestamptz and (leased_until is null or leased_until < ${now}::timestamptz)
      order by due_at limit ${limit} for update skip locked) as due
    where p.space_id = due.space_id and p.integration_id = due.integration_id and p.kind = due.kind and p.reference = due.reference
    returning p.space_id, p.integration_id, p.kind, p.reference, p.requests, p.attempts`);

/** Deletes a read that was made, unless it was requested again meanwhile: then it is due again. */
export const finishPull = async (tx: CommonQueryMethods, pull: ClaimedPull, now: string) => {
  const place = sql.fragment`space_id = ${pull.space_id} and integration_id = ${pull.integration_id} and kind = ${pull.kind}
    and reference = ${pull.reference}`;
  await tx.query(sql.typeAlias('void')`delete from commerce.pull where ${place} and requests = ${pull.requests}`);
  await tx.query(sql.typeAlias('void')`
    update commerce.pull set leased_until = null, attempts = 0, due_at = ${now}::timestamptz, error_message = null where ${place}`);
};

/** Postpones a read that failed. */
export const postponePull = (database: CommonQueryMethods, pull: ClaimedPull, due_at: string, error_message: string) =>
  database.query(sql.typeAlias('void')`
    update commerce.pull set leased_until = null, due_at = ${due_at}::timestamptz, error_message = ${error_message}
    where space_id = ${pull.space_id} and integration_id = ${pull.integration_id} and kind = ${pull.kind} and reference = ${pull.reference}`);

/** Deletes the reads of a connection that was disconnected. */
export const deletePulls = (tx: CommonQueryMethods, { space_id, id }: Place) =>
  tx.query(sql.typeAlias('void')`delete from commerce.pull where space_id = ${space_id} and integration_id = ${id}`);

/** Returns the time at which the next read is due, in milliseconds, or null. */
export const nextPullDue = async (database: CommonQueryMethods): Promise<number | null> => {
  const { due } = await database.one(sql.type(z.object({ due: z.string().nullable() }))`
    select ${wireTime(sql.fragment`min(greatest(due_at, coalesce(leased_until, due_at)))`)} as due from commerce.pull`);
  return due === null ? null : Date.parse(due);
};

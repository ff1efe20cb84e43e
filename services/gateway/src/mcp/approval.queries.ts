import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A call of a key that waits for its approval. */
export interface PendingApproval {
  readonly space_id: string;
  readonly key_id: string;
  /** SHA-256 of the token, in hex. */
  readonly token_hash: string;
  /** SHA-256 of the call, in hex. */
  readonly call_hash: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Stores a call that waits. It deletes the expired ones of the key, and the oldest ones so that `most` remain. */
export const insertApproval = (
  database: CommonQueryMethods,
  { space_id, key_id, token_hash, call_hash, expires_at }: PendingApproval,
  most: number,
  now: string,
) =>
  database.query(sql.typeAlias('void')`
    with gone as (
      delete from gateway.approval as a
      where a.space_id = ${space_id} and a.key_id = ${key_id}
        and (a.expires_at <= ${now}::timestamptz or a.token_hash in (
          select token_hash from gateway.approval
          where space_id = ${space_id} and key_id = ${key_id}
          order by expires_at desc
          offset ${most - 1}))
    )
    insert into gateway.approval (space_id, token_hash, key_id, call_hash, expires_at)
    values (${space_id}, decode(${token_hash}, 'hex'), ${key_id}, decode(${call_hash}, 'hex'), ${expires_at}::timestamptz)`);

const Used = z.object({ is_expired: z.boolean(), is_first: z.boolean() });

/** The token and the call of a request, each as SHA-256 in hex. */
type TokenUse = Pick<PendingApproval, 'space_id' | 'key_id' | 'token_hash' | 'call_hash'>;

/**
 * Counts a use of a token for its call and returns its state, or null. The token of another call stays unused. Of two requests at a
 * time one is the first.
 */
export const useApproval = (database: CommonQueryMethods, { space_id, key_id, token_hash, call_hash }: TokenUse, now: string) =>
  database.maybeOne(sql.type(Used)`
    update gateway.approval set uses = uses + 1
    where space_id = ${space_id} and token_hash = decode(${token_hash}, 'hex') and key_id = ${key_id}
      and call_hash = decode(${call_hash}, 'hex')
    returning expires_at <= ${now}::timestamptz as is_expired, uses = 1 as is_first`);

/** Deletes the call of a token that its person declined. */
export const deleteApproval = (database: CommonQueryMethods, space: string, key: string, tokenHash: string) =>
  database.query(sql.typeAlias('void')`
    delete from gateway.approval
    where space_id = ${space} and token_hash = decode(${tokenHash}, 'hex') and key_id = ${key}`);

/** Deletes at most `limit` calls whose time for an approval has passed. Returns how many. */
export const deleteExpiredApprovals = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> => {
  const { rowCount } = await database.query(sql.typeAlias('void')`
    delete from gateway.approval
    where (space_id, token_hash) in (
      select space_id, token_hash from gateway.approval where expires_at <= ${before}::timestamptz limit ${limit})`);
  return rowCount;
};

import { isoTime, sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { hashSecret } from '../secrets/link-secret.ts';
import { type LinkPurpose, linkExpiry, linkPurposes, linkSecret } from './guest-links.ts';

/** Inserts the hashes of the links of a booking that ends at a time. */
export const insertLinks = (tx: CommonQueryMethods, space: string, booking: string, secret: string, ends: string) =>
  tx.query(sql.prepared('guest-tokens-insert', z.object({}))`
    insert into scheduling.guest_token (token_hash, purpose, space_id, booking_id, expires_at)
    select l.token_hash, l.purpose, ${space}, ${booking}, ${linkExpiry(ends)}::timestamptz
    from ${unnestRows(
      linkPurposes.map((purpose) => ({ token_hash: hashSecret(linkSecret(secret, purpose)), purpose })),
      { token_hash: 'bytea', purpose: 'text' },
      'l',
    )}`);

/** Moves the expiry of the links of a booking to follow its new end. */
export const extendLinks = (tx: CommonQueryMethods, space: string, booking: string, ends: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.guest_token set expires_at = ${linkExpiry(ends)}::timestamptz where space_id = ${space} and booking_id = ${booking}`);

/** Deletes the links of a booking. */
export const deleteLinks = (tx: CommonQueryMethods, space: string, booking: string) =>
  tx.query(sql.typeAlias('void')`delete from scheduling.guest_token where space_id = ${space} and booking_id = ${booking}`);

/** Returns the booking of a link that has this purpose and has not expired, or null. */
export const findBookingByLink = (database: CommonQueryMethods, secret: string, purpose: LinkPurpose, now: number) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string(), booking_id: z.string() }))`
    select space_id, booking_id from scheduling.guest_token
    where token_hash = ${sql.binary(hashSecret(secret))} and purpose = ${purpose} and expires_at > ${isoTime(now)}::timestamptz`);

/** Deletes at most `limit` expired links and returns how many it deleted. Rows locked by other processes are skipped. */
export const deleteExpiredLinks = async (database: CommonQueryMethods, now: number, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from scheduling.guest_token where token_hash in (
        select token_hash from scheduling.guest_token where expires_at <= ${isoTime(now)}::timestamptz
        limit ${limit} for update skip locked)`)
  ).rowCount;

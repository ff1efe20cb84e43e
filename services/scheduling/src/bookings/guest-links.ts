import { GUEST_LINK_DAYS, type GuestLinks } from '@space/contracts/scheduling';
import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { deriveSecret, hashSecret } from '../secrets/link-secret.ts';

/** What a link of a guest is for; a link for one thing does nothing else. */
const purposes = ['view', 'cancel', 'reschedule', 'ics'] as const;

/** What a link of a guest is for. */
export type LinkPurpose = (typeof purposes)[number];

/** Links that one statement forgets at most, so that none holds locks for long. */
const FORGOTTEN_AT_ONCE = 500;

/**
 * The secret of a link. The one that shows the booking is the secret itself, and the others are derived from it: so the
 * page it opens can name them, while none of them leads to another.
 */
const linkSecret = (secret: string, purpose: LinkPurpose): string => (purpose === 'view' ? secret : deriveSecret(secret, purpose));

/** The addresses of a guest's own booking. */
export const guestLinks = (origin: string, secret: string): GuestLinks => ({
  view_url: `${origin}/book/view/${linkSecret(secret, 'view')}`,
  reschedule_url: `${origin}/book/reschedule/${linkSecret(secret, 'reschedule')}`,
  cancel_url: `${origin}/book/cancel/${linkSecret(secret, 'cancel')}`,
  ics_url: `${origin}/book/ics/${linkSecret(secret, 'ics')}`,
});

/** Until when the links of a booking lead to it: some weeks after it is over. */
const expiryOf = (ends: string): string => isoTime(Date.parse(ends) + GUEST_LINK_DAYS * 86_400_000);

/** Keeps the hashes of the links of a booking that ends at this time. */
export const insertLinks = (tx: CommonQueryMethods, space: string, booking: string, secret: string, ends: string) =>
  tx.query(sql.prepared('guest-tokens-insert', z.object({}))`
    insert into scheduling.guest_token (token_hash, purpose, space_id, booking_id, expires_at)
    values ${sql.join(
      purposes.map(
        (purpose) =>
          sql.fragment`(${sql.binary(hashSecret(linkSecret(secret, purpose)))}, ${purpose}, ${space}, ${booking}, ${expiryOf(ends)}::timestamptz)`,
      ),
      sql.fragment`, `,
    )}`);

/** Keeps the links of a booking that moves until some weeks after its new end. */
export const extendLinks = (tx: CommonQueryMethods, space: string, booking: string, ends: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.guest_token set expires_at = ${expiryOf(ends)}::timestamptz where space_id = ${space} and booking_id = ${booking}`);

/** Ends the links of a booking. */
export const deleteLinks = (tx: CommonQueryMethods, space: string, booking: string) =>
  tx.query(sql.typeAlias('void')`delete from scheduling.guest_token where space_id = ${space} and booking_id = ${booking}`);

/** The booking that a link is of, when it is for this purpose and not over; null otherwise. */
export const findBookingByLink = (database: CommonQueryMethods, secret: string, purpose: LinkPurpose, now: number) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string(), booking_id: z.string() }))`
    select space_id, booking_id from scheduling.guest_token
    where token_hash = ${sql.binary(hashSecret(secret))} and purpose = ${purpose} and expires_at > ${isoTime(now)}::timestamptz`);

/** Forgets links that are over; each call some of them. */
export const deleteExpiredLinks = (database: CommonQueryMethods, now: number) =>
  database.query(sql.typeAlias('void')`
    delete from scheduling.guest_token where token_hash in (
      select token_hash from scheduling.guest_token where expires_at <= ${isoTime(now)}::timestamptz
      limit ${FORGOTTEN_AT_ONCE} for update skip locked)`);

import type { GuestLinks } from '@space/contracts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { derived, hashOf } from '../secret.ts';

/** What a link of a guest is for; a link for one thing does nothing else. */
const purposes = ['view', 'cancel', 'reschedule', 'ics'] as const;

/** What a link of a guest is for. */
export type Purpose = (typeof purposes)[number];

/**
 * The secret of a link. The one that shows the booking is the secret itself, and the others are derived from it: so the
 * page it opens can name them, while none of them leads to another.
 */
const secretFor = (secret: string, purpose: Purpose): string => (purpose === 'view' ? secret : derived(secret, purpose));

/** The addresses of a guest's own booking. */
export const guestLinks = (origin: string, secret: string): GuestLinks => ({
  view_url: `${origin}/book/view/${secretFor(secret, 'view')}`,
  reschedule_url: `${origin}/book/reschedule/${secretFor(secret, 'reschedule')}`,
  cancel_url: `${origin}/book/cancel/${secretFor(secret, 'cancel')}`,
  ics_url: `${origin}/book/ics/${secretFor(secret, 'ics')}`,
});

/** Keeps the hashes of the links of a booking. */
export const insertLinks = (tx: CommonQueryMethods, space: string, booking: string, secret: string) =>
  tx.query(sql.prepared('guest-tokens-insert', z.object({}))`
    insert into scheduling.guest_token (token_hash, purpose, space_id, booking_id)
    values ${sql.join(
      purposes.map((purpose) => sql.fragment`(${sql.binary(hashOf(secretFor(secret, purpose)))}, ${purpose}, ${space}, ${booking})`),
      sql.fragment`, `,
    )}`);

/** Ends the links of a booking. */
export const deleteLinks = (tx: CommonQueryMethods, space: string, booking: string) =>
  tx.query(sql.typeAlias('void')`delete from scheduling.guest_token where space_id = ${space} and booking_id = ${booking}`);

/** The booking that a link is of, when it is for this purpose; null otherwise. */
export const findByLink = (database: CommonQueryMethods, secret: string, purpose: Purpose) =>
  database.maybeOne(sql.type(z.object({ space_id: z.string(), booking_id: z.string() }))`
    select space_id, booking_id from scheduling.guest_token where token_hash = ${sql.binary(hashOf(secret))} and purpose = ${purpose}`);

import { GUEST_LINK_DAYS, type GuestLinks } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import { DAY_MS } from '@space/time';
import { deriveSecret, isSecret } from '../secrets/link-secret.ts';

/**
 * The purposes of a guest's links; a link opens only the page of its own purpose. The calendar file belongs to `view`, since
 * the file contains that link.
 */
export const linkPurposes = ['view', 'cancel', 'reschedule'] as const;

/** The purpose of one link. */
export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * Returns the secret of one link. The `view` link uses the secret itself and the others are derived from it: the page of a
 * booking can show all links, and no other link leads back to it.
 */
export const linkSecret = (secret: string, purpose: LinkPurpose): string => (purpose === 'view' ? secret : deriveSecret(secret, purpose));

/** Returns the addresses of a guest's own booking. */
export const guestLinks = (origin: string, secret: string): GuestLinks => ({
  view_url: `${origin}/book/view/${linkSecret(secret, 'view')}`,
  reschedule_url: `${origin}/book/reschedule/${linkSecret(secret, 'reschedule')}`,
  cancel_url: `${origin}/book/cancel/${linkSecret(secret, 'cancel')}`,
  ics_url: `${origin}/book/ics/${linkSecret(secret, 'view')}`,
});

/** Returns the path of a booking's own page if `secret` is that of its `view` link and `token` was derived from it; otherwise undefined. */
export const viewPath = (secret: unknown, purpose: LinkPurpose, token: string): string | undefined =>
  isSecret(secret) && linkSecret(secret, purpose) === token ? `/book/view/${secret}` : undefined;

/** Returns the time at which the links of a booking expire, GUEST_LINK_DAYS after it ends. */
export const linkExpiry = (ends: string): string => isoTime(Date.parse(ends) + GUEST_LINK_DAYS * DAY_MS);

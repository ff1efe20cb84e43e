import { randomBytes } from 'node:crypto';
import { type SecretBox, sealedToken } from '@space/crypto';
import type { Clock } from '@space/database';
import { DAY_MS } from '@space/time';
import { z } from 'zod';

/** The shortest time in which a person reads and answers a form, in milliseconds. */
const MIN_AGE_MS = 1_500;

/** The longest time for which an opened page can be sent, in milliseconds. */
const MAX_AGE_MS = DAY_MS;

const VisitToken = z.object({ resource_id: z.string(), opened_at: z.number(), id: z.string(), honeypot: z.string() });

/** One opening of a public page. */
export interface Visit {
  /** Identifies the opening: all submissions from it count as one. */
  readonly id: string;
  /** The name of an invisible field; a program that fills it in identifies itself as one. */
  readonly honeypot: string;
  /** The sealed text that the page sends back. */
  readonly token: string;
}

/** The result of checking a submission: accepted, sent too soon after opening, or refused. */
type SpamCheck =
  | { readonly status: 'accepted' | 'too_soon'; readonly visit: Visit }
  | { readonly status: 'honeypot_filled' | 'invalid_token' | 'expired' };

/** Distinguishes people from programs that fill in forms, without a third party and without a puzzle. */
export interface SpamGuard {
  /** Opens a page of a form or booking page. */
  open(resource_id: string): Visit;
  /** Checks what was sent. `isFilled` says whether the field of a name has a value. */
  check(resource_id: string, token: unknown, isFilled: (field: string) => boolean): SpamCheck;
}

/** Returns the spam guard of the public pages. */
export function createSpamGuard(box: SecretBox, clock: Clock): SpamGuard {
  const tokens = sealedToken(box, { purpose: 'page-visit', schema: VisitToken });
  return {
    open(resource_id) {
      const id = randomBytes(12).toString('base64url');
      const honeypot = `website-${randomBytes(4).toString('hex')}`;
      return { id, honeypot, token: tokens.seal({ resource_id, opened_at: clock.now(), id, honeypot }) };
    },
    check(resource_id, token, isFilled) {
      const opened = tokens.open(token);
      if (!opened || opened.resource_id !== resource_id) return { status: 'invalid_token' };
      if (isFilled(opened.honeypot)) return { status: 'honeypot_filled' };
      const age = clock.now() - opened.opened_at;
      if (age > MAX_AGE_MS) return { status: 'expired' };
      const visit = { id: opened.id, honeypot: opened.honeypot, token: String(token) };
      return { status: age < MIN_AGE_MS ? 'too_soon' : 'accepted', visit };
    },
  };
}

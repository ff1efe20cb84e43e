import { randomBytes } from 'node:crypto';
import type { SecretBox } from '@space/crypto';
import type { Clock } from '@space/database';
import { z } from 'zod';

/** Nobody reads and answers a form in less, in milliseconds. */
const MIN_AGE_MS = 1_500;

/** A page that was open for longer is asked to be sent once more, in milliseconds. */
const MAX_AGE_MS = 24 * 3_600_000;

const PURPOSE = 'page-visit';

const Visit = z.object({ purpose: z.literal(PURPOSE), thing: z.string(), at: z.number(), id: z.string(), honeypot: z.string() });

/** One opening of a public page. */
export interface Visit {
  /** Names this opening: what is sent from it counts once. */
  readonly id: string;
  /** The name of a field that nobody sees; whatever fills it in is no person. */
  readonly honeypot: string;
  /** What the page carries along, sealed so that only we can make it. */
  readonly token: string;
}

/** What the visit that came with a page says. */
type SpamCheck = { readonly is: 'good' | 'too_soon'; readonly visit: Visit } | { readonly is: 'trapped' | 'missing' | 'too_late' };

/** Tells people from programs that fill in forms, without context a third party and without a riddle. */
export interface SpamGuard {
  open(thing: string): Visit;
  check(thing: string, token: unknown, filled: (honeypot: string) => boolean): SpamCheck;
}

/** The visits of the pages of one Space API. */
export const createSpamGuard = (box: SecretBox, clock: Clock): SpamGuard => ({
  open(thing) {
    const id = randomBytes(12).toString('base64url');
    const honeypot = `website-${randomBytes(4).toString('hex')}`;
    const token = box.seal(JSON.stringify({ purpose: PURPOSE, thing, at: clock.now(), id, honeypot })).toString('base64url');
    return { id, honeypot, token };
  },
  check(thing, token, filled) {
    const visit = read(box, token);
    if (!visit || visit.thing !== thing) return { is: 'missing' };
    if (filled(visit.honeypot)) return { is: 'trapped' };
    const age = clock.now() - visit.at;
    if (age > MAX_AGE_MS) return { is: 'too_late' };
    return { is: age < MIN_AGE_MS ? 'too_soon' : 'good', visit: { id: visit.id, honeypot: visit.honeypot, token: String(token) } };
  },
});

function read(box: SecretBox, token: unknown): z.output<typeof Visit> | undefined {
  if (typeof token !== 'string' || token.length > 2_000) return undefined;
  try {
    return Visit.parse(JSON.parse(box.open(Buffer.from(token, 'base64url'))));
  } catch {
    return undefined;
  }
}

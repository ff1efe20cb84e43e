import type { SecretBox } from '@space/crypto';
import type { Clock } from '@space/database';
import { z } from 'zod';

/** A visitor who gave the password need not give it again for so long, in seconds. */
const VISIT_SECONDS = 4 * 60 * 60;

const NAME = 'visit';
const PURPOSE = 'share-visit';

const Visit = z.object({ purpose: z.literal(PURPOSE), link: z.string(), until: z.number() });

/** Proof that a visitor knew the password of a link: sealed, so that only we can make it and nobody can change it. */
export interface VisitCookies {
  /** The value of Set-Cookie; the browser sends it to the pages of this link only. */
  make(link: string, path: string): string;
  /** Whether a Cookie header holds proof for this link that is not too old. */
  admits(cookie: string | null, link: string): boolean;
}

/** The cookies of one Space API; `isSecure` says that its second origin is reached over https. */
export function visitCookies(box: SecretBox, clock: Clock, isSecure: boolean): VisitCookies {
  return {
    make(link, path) {
      const visit: z.output<typeof Visit> = { purpose: PURPOSE, link, until: clock.now() + VISIT_SECONDS * 1_000 };
      const value = box.seal(JSON.stringify(visit)).toString('base64url');
      return `${NAME}=${value}; Path=${path}; Max-Age=${VISIT_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
    admits(cookie, link) {
      return (cookie ?? '').split(/; */).some((pair) => {
        if (!pair.startsWith(`${NAME}=`)) return false;
        try {
          const visit = Visit.parse(JSON.parse(box.open(Buffer.from(pair.slice(NAME.length + 1), 'base64url'))));
          return visit.link === link && visit.until > clock.now();
        } catch {
          return false;
        }
      });
    },
  };
}

import { type SecretBox, sealedToken } from '@space/crypto';
import { HOUR_MS, SECOND_MS } from '@space/time';
import { z } from 'zod';

/** Time in which a visitor need not enter the password again. */
const VISIT_MS = 4 * HOUR_MS;

const COOKIE_NAME = 'visit';

/** A link with the hash of its password. */
interface LockedLink {
  readonly id: string;
  readonly password_hash: string | null;
}

/** Cookies that prove that a visitor entered the password of a link. */
export interface VisitCookies {
  /** Returns the value of Set-Cookie. Browsers send the cookie to the pages of this link only, at its path and below. */
  make(link: LockedLink, path: string): string;
  /** Returns the value of Set-Cookie for a link with several pages in a folder; its name is another one for each link. */
  makeForFolder(link: LockedLink, folder: string): string;
  /** Returns true if a Cookie header contains an unexpired proof for this link and its current password. */
  admits(cookie: string | null, link: LockedLink): boolean;
}

/** Returns the text that a cookie seals: it changes with the password, whose hash has a salt of its own. */
const lockOf = ({ id, password_hash }: LockedLink): string => `${id} ${password_hash?.split('$').at(-2) ?? ''}`;

/** Returns the cookies of an installation. `isSecure` is true if its public origin uses https. */
export function visitCookies(box: SecretBox, clock: { now(): number }, isSecure: boolean): VisitCookies {
  const visits = sealedToken(box, { purpose: 'share-visit', schema: z.object({ link: z.string() }), now: () => clock.now() });
  const setCookie = (name: string, link: LockedLink, path: string): string => {
    const value = visits.seal({ link: lockOf(link) }, clock.now() + VISIT_MS);
    return `${name}=${value}; Path=${path}; Max-Age=${VISIT_MS / SECOND_MS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  };
  return {
    make: (link, path) => setCookie(COOKIE_NAME, link, path),
    makeForFolder: (link, folder) => setCookie(`${COOKIE_NAME}_${link.id}`, link, folder),
    admits(cookie, link) {
      const pairs = (cookie ?? '').split(/; */);
      const names = [COOKIE_NAME, `${COOKIE_NAME}_${link.id}`];
      return pairs.some((pair) => {
        const [name = '', value = ''] = pair.split('=', 2);
        return names.includes(name) && visits.open(value)?.link === lockOf(link);
      });
    },
  };
}

import { asVisitorOf, isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { hashToken, publicOrigin, type VisitCookies, visitCookies } from '@space/web';
import { findOpenLink, type OpenLink } from './share-links.queries.ts';
import type { SharedKind } from './shared-things.ts';

/** Finds the share links that visitors open. */
export interface LinkVisits {
  readonly cookies: VisitCookies;
  /** Returns the share link of a token, or null if it does not open. */
  linkOf(token: string): Promise<OpenLink | null>;
  /** Returns true if the visitor with a Cookie header must give the password first. */
  isLocked(link: OpenLink, cookie: string | null): boolean;
}

/** Creates the visits of a process to things of a kind. */
export function createLinkVisits(
  { database, clock, box, config }: Pick<Ports, 'database' | 'clock' | 'box' | 'config'>,
  kind: SharedKind,
): LinkVisits {
  const cookies = visitCookies(box, clock, publicOrigin(config).startsWith('https:'));
  return {
    cookies,
    linkOf: async (token) => asVisitorOf(await findOpenLink(database, kind, hashToken(token), isoTime(clock.now()))),
    isLocked: (link, cookie) => link.password_hash !== null && !cookies.admits(cookie, link),
  };
}

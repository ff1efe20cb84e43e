import { Problem } from '@space/contracts/core';
import { STANDALONE_WINDOW_MINUTES } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { hasRecentStandalonePage, lockStandaloneCreation } from './pages.queries.ts';

/**
 * Throws standalone_page for a second standalone page within the window, unless the caller confirmed it with
 * `standalone: true`. The pages of a website without a common site would have no navigation. Pages that are created
 * at the same time are checked one after the other, so that one of them is the first.
 */
export async function assertStandaloneConfirmed(tx: CommonQueryMethods, space: string, now: number, isConfirmed: boolean): Promise<void> {
  await lockStandaloneCreation(tx, space);
  if (isConfirmed || !(await hasRecentStandalonePage(tx, space, isoTime(now - STANDALONE_WINDOW_MINUTES * MINUTE_MS)))) return;
  throw new Problem(
    'standalone_page',
    `Another page without a site was created less than ${STANDALONE_WINDOW_MINUTES} minutes ago. Pages of one website must pass the same site_id (create the site with POST /sites); if this page is meant to stand alone, send standalone true.`,
  );
}

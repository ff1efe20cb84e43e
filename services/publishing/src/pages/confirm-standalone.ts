import { Problem } from '@space/contracts/core';
import { STANDALONE_WINDOW_MINUTES } from '@space/contracts/publishing';
import { isoTime, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { hasRecentStandalonePage } from './pages.queries.ts';

/**
 * Refuses a second page without a site within the window, unless it is said that it is meant so: whoever builds a website
 * would lose its pages to each other (spec, Page creation rules 2). Of several made at once, one is the first.
 */
export async function assertStandaloneConfirmed(tx: CommonQueryMethods, space: string, now: number, isConfirmed: boolean): Promise<void> {
  await tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['standalone page', space])}, 0))`);
  if (isConfirmed || !(await hasRecentStandalonePage(tx, space, isoTime(now - STANDALONE_WINDOW_MINUTES * 60_000)))) return;
  throw new Problem(
    'standalone_page',
    `Another page without a site was created less than ${STANDALONE_WINDOW_MINUTES} minutes ago. Pages of one website must pass the same site_id (create the site with POST /sites); if this page is meant to stand alone, send standalone true.`,
  );
}

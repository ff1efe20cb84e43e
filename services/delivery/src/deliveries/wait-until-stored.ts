import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@space/database';
import { findDelivery, isNewestId } from './deliveries.queries.ts';

/** The longest wait: longer than a window of first attempts is open and its deliveries take to be stored. */
const MAX_WAIT_MS = 1_000;
const POLL_INTERVAL_MS = 20;

/**
 * Waits for a delivery whose first attempt began before it was stored, since its receiver may ask for it in between (ADR 25).
 * Resolves immediately for a delivery that is stored, and for an id that is not new; after a second in any case.
 */
export async function waitUntilStored(database: Database, space: string, listener: string, id: number): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_INTERVAL_MS) {
    if (await findDelivery(database, space, listener, id)) return;
    if (!(await isNewestId(database, id))) return;
    await delay(POLL_INTERVAL_MS);
  }
}

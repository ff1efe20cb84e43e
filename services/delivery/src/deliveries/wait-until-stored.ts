import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@space/database';
import { findDeliveryState } from './deliveries.queries.ts';

/** The pauses between two looks, in milliseconds. Together they are longer than a window of first attempts and its insert. */
const PAUSES_MS = [20, 50, 100, 200, 300, 300] as const;

/**
 * Waits for a delivery whose first attempt began before it was stored, since its receiver may ask for it in between (ADR 25).
 * Resolves immediately for a delivery that is stored, and for an id that is not new; after a second in any case.
 */
export async function waitUntilStored(database: Database, listener: string, id: number): Promise<void> {
  for (const pause of PAUSES_MS) {
    if ((await findDeliveryState(database, listener, id)) !== 'unstored') return;
    await delay(pause);
  }
}

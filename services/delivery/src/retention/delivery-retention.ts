import { DELIVERY_FIGURE_DAYS, EVENT_RETENTION_DAYS } from '@space/contracts/events';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { DAY_MS, HOUR_MS } from '@space/time';
import { deleteInChunks, type RetentionRule, retentionTask } from '@space/worker';
import { deleteExpiredFigures } from '../figures/delivery-figures.queries.ts';
import {
  deleteDeliveriesOf,
  deleteExpiredDeliveries,
  deleteExpiredEvents,
  deleteExpiredInboxEntries,
  deleteExpiredRecoveries,
  deleteListenerMark,
  findDeletedListeners,
} from './delivery-retention.queries.ts';

const RETENTION_INTERVAL_MS = 60_000;
/** Rows that one statement deletes. */
const CHUNK = 5_000;
/** A duplicate of an event that arrives later than this is delivered again; receivers deduplicate. */
const INBOX_DAYS = 1;

/** Returns the task that deletes expired deliveries, events, inbox entries, recoveries and figures (contract, V8). */
export const createDeliveryRetention = ({ database, clock, log }: Ports): Task =>
  retentionTask({
    name: 'delivery-retention',
    rules: deliveryRetentionRules(database, clock),
    everyMs: RETENTION_INTERVAL_MS,
    chunk: CHUNK,
    onError: (error, what) => log.warn({ err: error, what }, 'deletion of expired rows failed; retrying in 60 s'),
  });

/** The retention rules: 14 days for deliveries, events and recoveries, 30 for figures, one for the inbox, none for deleted webhooks. */
export function deliveryRetentionRules(database: Database, clock: Clock): RetentionRule[] {
  const expiry = (ageMs: number): string => isoTime(clock.now() - ageMs);
  const retentionMs = EVENT_RETENTION_DAYS * DAY_MS;

  async function deleteOfDeletedListeners(limit: number): Promise<number> {
    for (const listener of await findDeletedListeners(database)) {
      await deleteInChunks((chunk) => deleteDeliveriesOf(database, listener, chunk), limit);
      // An attempt that was in progress can be stored a little later, so the mark stays for an hour.
      await deleteListenerMark(database, listener, expiry(HOUR_MS));
    }
    // One call deletes all of them: there is no further chunk.
    return 0;
  }

  return [
    { what: 'deliveries', deleteChunk: (limit) => deleteExpiredDeliveries(database, expiry(retentionMs), limit) },
    { what: 'deliveries of deleted webhooks', deleteChunk: deleteOfDeletedListeners },
    { what: 'events', deleteChunk: (limit) => deleteExpiredEvents(database, expiry(retentionMs), limit) },
    { what: 'inbox entries', deleteChunk: (limit) => deleteExpiredInboxEntries(database, expiry(INBOX_DAYS * DAY_MS), limit) },
    { what: 'recoveries', deleteChunk: (limit) => deleteExpiredRecoveries(database, expiry(retentionMs), limit) },
    { what: 'figures', deleteChunk: (limit) => deleteExpiredFigures(database, expiry(DELIVERY_FIGURE_DAYS * DAY_MS), limit) },
  ];
}

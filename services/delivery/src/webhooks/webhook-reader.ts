import type { CanUse } from '@space/contracts/core';
import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import DataLoader from 'dataloader';
import { readWebhooks, type WebhookTargetRow } from './webhook-reader.queries.ts';

/** A webhook at the moment of sending. */
export interface WebhookTarget {
  readonly space_id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly secret: string;
  /** The Can use list of the agent that created it; null when no agent did. */
  readonly can_use: CanUse | null;
}

/** A webhook and the time at which it was read, in milliseconds of the monotonic clock. */
export interface RecentWebhook {
  readonly webhook: WebhookTarget;
  readonly read_at: number;
}

/** A webhook that was read longer ago is read again, in milliseconds. */
const RECENT_MS = 10;

/** Returns the webhook if it was read just now. */
export const webhookIfRecent = (recent: RecentWebhook | undefined): WebhookTarget | undefined =>
  recent && performance.now() - recent.read_at < RECENT_MS ? recent.webhook : undefined;

/** Opens the secret of a webhook; returns the error if no key opens it. */
export function openWebhook(box: SecretBox, row: WebhookTargetRow): WebhookTarget | Error {
  try {
    return { ...row, secret: box.open(row.secret) };
  } catch (error) {
    return error as Error;
  }
}

/**
 * Returns a function that reads a webhook just before an attempt, so that a new URL or secret, disabling, deletion and a
 * changed Can use list apply to the next attempt. Reads within one turn of the event loop share one statement. A deleted
 * webhook is undefined. A secret that no key opens rejects the reads of its own webhook only.
 */
export function createWebhookReader(database: Database, box: SecretBox): (id: string) => Promise<WebhookTarget | undefined> {
  async function readBatch(ids: readonly string[]): Promise<(WebhookTarget | undefined | Error)[]> {
    const rows = await readWebhooks(database, [...new Set(ids)]);
    const targets = new Map(rows.map((row) => [row.id, openWebhook(box, row)]));
    return ids.map((id) => targets.get(id));
  }

  const loader = new DataLoader(readBatch, { cache: false, batchScheduleFn: (readNow) => setImmediate(readNow) });
  return (id) => loader.load(id);
}

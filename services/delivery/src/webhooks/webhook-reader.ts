import type { CanUse } from '@space/contracts/core';
import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import { readWebhooks } from './webhook-reader.queries.ts';

/** A webhook at the moment of sending. */
export interface WebhookTarget {
  readonly url: string;
  readonly enabled: boolean;
  readonly secret: string;
  /** The Can use list of the agent that created it; null when no agent did. */
  readonly can_use: CanUse | null;
}

type Batch = Map<string, PromiseWithResolvers<WebhookTarget | undefined>>;

/**
 * Returns a function that reads a webhook just before an attempt, so that a new URL or secret, disabling, deletion and a
 * changed Can use list apply to the next attempt. Reads within one turn of the event loop share one statement. A deleted
 * webhook is undefined.
 */
export function createWebhookReader(database: Database, box: SecretBox): (id: string) => Promise<WebhookTarget | undefined> {
  let batch: Batch | undefined;

  async function readBatch(requests: Batch): Promise<void> {
    try {
      const rows = new Map((await readWebhooks(database, [...requests.keys()])).map((row) => [row.id, row]));
      for (const [id, request] of requests) {
        const row = rows.get(id);
        try {
          request.resolve(row && { ...row, secret: box.open(row.secret) });
        } catch (error) {
          // A secret that no key opens fails only its own webhook.
          request.reject(error);
        }
      }
    } catch (error) {
      for (const request of requests.values()) request.reject(error);
    }
  }

  return function readWebhook(id) {
    if (!batch) {
      const requests: Batch = new Map();
      batch = requests;
      setImmediate(() => {
        batch = undefined;
        void readBatch(requests);
      });
    }
    const existing = batch.get(id);
    if (existing) return existing.promise;
    const request = Promise.withResolvers<WebhookTarget | undefined>();
    batch.set(id, request);
    return request.promise;
  };
}

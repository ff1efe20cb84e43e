import { setTimeout as delay } from 'node:timers/promises';

/** A look at the deliveries of a webhook waits so long at most, in milliseconds; a window of first attempts and its insert take less. */
const LONGEST_WAIT_MS = 1_000;

/** The webhooks with deliveries whose first attempts began in this process before they are stored (ADR 25). */
export interface UnstoredWebhooks {
  /** Notes webhooks until their deliveries are stored, or cannot be. */
  add(webhooks: ReadonlySet<string>, stored: Promise<unknown>): void;
  /** Resolves when the deliveries that a webhook has now are stored or cannot be, and after a second in any case. */
  waitForStored(webhook: string): Promise<void>;
}

/** Creates the list of webhooks with deliveries that are not stored yet. */
export function createUnstoredWebhooks(): UnstoredWebhooks {
  const waits = new Map<string, Set<Promise<void>>>();
  return {
    add(webhooks, stored) {
      const ended = stored.then(
        () => {},
        () => {},
      );
      for (const webhook of webhooks) {
        const ofWebhook = waits.get(webhook) ?? new Set();
        waits.set(webhook, ofWebhook.add(ended));
      }
      void ended.then(function forget() {
        for (const webhook of webhooks) {
          const ofWebhook = waits.get(webhook);
          ofWebhook?.delete(ended);
          if (ofWebhook?.size === 0) waits.delete(webhook);
        }
      });
    },
    async waitForStored(webhook) {
      const ofWebhook = waits.get(webhook);
      if (!ofWebhook) return;
      const done = new AbortController();
      const timeout = delay(LONGEST_WAIT_MS, undefined, { signal: done.signal }).catch(() => {});
      await Promise.race([Promise.all(ofWebhook), timeout]);
      done.abort();
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '@space/contracts/core';
import { MAX_CONNECTION_WAITERS } from '@space/contracts/platform';
import type { Database } from '@space/database';
import { insertWebhooks, type StoredWebhook, type VerifiedWebhook } from './store-webhooks.queries.ts';

/** Webhooks, and bytes of their bodies, that one statement stores. A larger body is alone. */
const BATCH = { webhooks: 100, bytes: 1_048_576 } as const;

/** Stores the verified webhooks of one process. */
export interface WebhookStore {
  /**
   * Stores a webhook, and returns after the commit. Returns null, and stores nothing, if its connection no longer has the secret that
   * verified it. Throws `unavailable` when too many webhooks wait.
   */
  store(webhook: VerifiedWebhook): Promise<StoredWebhook | null>;
}

interface Waiting {
  readonly webhook: VerifiedWebhook;
  resolve(stored: StoredWebhook | null): void;
  reject(error: unknown): void;
}

/**
 * Creates the store of webhooks. One statement is in progress at a time. Webhooks that arrive meanwhile are stored together by the next
 * one, so that a commit is shared by as many as have come, and a webhook that is alone waits for no other. Spaces take turns.
 */
export function createWebhookStore(database: Database): WebhookStore {
  /** The webhooks that wait, by their Space. The Space that was served longest ago is first. */
  const waiting = new Map<string, Set<Waiting>>();
  // A statement stores the webhooks of several calls, so it runs on behalf of none of them.
  const withoutCaller = AsyncLocalStorage.snapshot();
  let isStoring = false;

  async function storeWaiting(): Promise<void> {
    isStoring = true;
    while (waiting.size > 0) await storeBatch(takeBatch(waiting));
    isStoring = false;
  }

  async function storeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const rows = await insertWebhooks(
        database,
        batch.map(({ webhook }) => webhook),
      );
      const stored = new Map(rows.map(({ position, ...outcome }) => [position, outcome]));
      for (const [position, { resolve }] of batch.entries()) resolve(stored.get(position) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    store(webhook) {
      const ofSpace = waiting.get(webhook.space_id) ?? new Set();
      if (ofSpace.size >= MAX_CONNECTION_WAITERS)
        return Promise.reject(
          new Problem('unavailable', 'Too many webhooks of this Space wait for the database; retry in a second.', { retry_after_s: 1 }),
        );
      const { promise, resolve, reject } = Promise.withResolvers<StoredWebhook | null>();
      waiting.set(webhook.space_id, ofSpace.add({ webhook, resolve, reject }));
      if (!isStoring) void withoutCaller(storeWaiting);
      return promise;
    },
  };
}

/** Removes and returns the webhooks of the next statement, one of each Space in turn. A second webhook with an id waits for the first one. */
function takeBatch(waiting: Map<string, Set<Waiting>>): Waiting[] {
  const batch: Waiting[] = [];
  const ids = new Set<string>();
  let bytes = 0;
  // Spaces that are served go to the end, so the walk ends when those that are left have nothing that fits.
  for (let passed = 0; passed < waiting.size; ) {
    const [space, ofSpace] = waiting.entries().next().value!;
    const entry = [...ofSpace].find(({ webhook }) => !ids.has(idOf(webhook)));
    waiting.delete(space);
    if (entry) {
      bytes += entry.webhook.sealed_body.length;
      if (batch.length > 0 && (bytes > BATCH.bytes || batch.length === BATCH.webhooks)) {
        // It is the first of the next statement.
        const rest = [...waiting];
        waiting.clear();
        for (const [one, its] of [[space, ofSpace] as const, ...rest]) waiting.set(one, its);
        break;
      }
      passed = 0;
      ids.add(idOf(entry.webhook));
      batch.push(entry);
      ofSpace.delete(entry);
    } else passed += 1;
    if (ofSpace.size > 0) waiting.set(space, ofSpace);
  }
  return batch;
}

const idOf = ({ integration_id, event_id }: VerifiedWebhook): string => `${integration_id} ${event_id}`;

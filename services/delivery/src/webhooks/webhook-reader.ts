import type { CanUse } from '@space/contracts/core';
import type { SecretBox } from '@space/crypto';
import { type Database, sql } from '@space/database';
import { z } from 'zod';

const Row = z.object({
  id: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  secret: z.instanceof(Buffer),
  can_use: z.custom<CanUse | null>(),
});

/** A webhook as it is at the moment of sending. */
export interface Target {
  readonly url: string;
  readonly enabled: boolean;
  readonly secret: string;
  /** What the agent that made it can use; null when no agent did. */
  readonly can_use: CanUse | null;
}

/**
 * Reads listeners just before an attempt, so that a new URL, a new secret, disabling, deleting and what an agent can use hold at once. All
 * that are asked for in one turn of the event loop are read in one statement; undefined means it was deleted.
 */
export function createWebhookReader(database: Database, box: SecretBox): (id: string) => Promise<Target | undefined> {
  let waiting: Map<string, PromiseWithResolvers<Target | undefined>> | undefined;

  const read = async (asked: NonNullable<typeof waiting>): Promise<void> => {
    try {
      const rows = await database.any(sql.prepared('read-listeners', Row)`
        select id, url, enabled, secret, can_use from events.listener where id = any(${sql.array([...asked.keys()], 'text')})`);
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const [id, answer] of asked) {
        const row = found.get(id);
        try {
          answer.resolve(row && { ...row, secret: box.open(row.secret) });
        } catch (error) {
          // A secret that no key opens stops its own webhook only.
          answer.reject(error);
        }
      }
    } catch (error) {
      for (const answer of asked.values()) answer.reject(error);
    }
  };

  return (id) => {
    if (!waiting) {
      const asked = new Map<string, PromiseWithResolvers<Target | undefined>>();
      waiting = asked;
      setImmediate(() => {
        waiting = undefined;
        void read(asked);
      });
    }
    const existing = waiting.get(id);
    if (existing) return existing.promise;
    const answer = Promise.withResolvers<Target | undefined>();
    waiting.set(id, answer);
    return answer.promise;
  };
}

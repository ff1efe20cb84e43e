import type { PaymentProvider } from '@space/contracts/commerce';
import { MAX_CACHED } from '@space/contracts/platform';
import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import { MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { openSigning } from '../connections/connection-secrets.ts';
import { findConnectionOfWebhook } from '../connections/connections.queries.ts';

/** The time for which the opened secrets of a connection are cached, in milliseconds. */
const CACHED_MS = MINUTE_MS;

/** A connection that receives webhooks, with its opened signing secrets. */
export interface ReceivingConnection {
  readonly space_id: string;
  readonly id: string;
  readonly provider: PaymentProvider;
  readonly secrets: readonly string[];
  /** The current signing secret as it is stored: another one means that the secrets above are old. */
  readonly sealed_signing: Buffer | null;
  readonly marks: ConnectionMarks;
}

/** The times of what this process last wrote to the row of a connection. All reads of the connection share them. */
interface ConnectionMarks {
  /** The time at which a webhook was last noted in the row, in milliseconds since the epoch. */
  noted_at: number;
  /** The time until which refused signatures are not counted, in milliseconds since the epoch. */
  uncounted_until: number;
}

/** The connections that receive webhooks in one process. */
export interface WebhookConnections {
  /** Returns a cached connection. Its secrets may be old, so a refusal or a stored webhook must be checked against its row. */
  cached(id: string, now: number): ReceivingConnection | undefined;
  /** Reads a connection from its row and caches it. Returns `disconnected` or `unknown` for one that receives nothing. */
  read(id: string, now: number): Promise<ReceivingConnection | 'disconnected' | 'unknown'>;
}

/** Creates the cache of connections. Nothing announces a change to it: each use of a cached connection is checked by its caller. */
export function createWebhookConnections(database: Database, box: SecretBox): WebhookConnections {
  // An entry is deleted at the end of its time also if no webhook asks for it, so that no opened secret stays in memory.
  const known = new LRUCache<string, ReceivingConnection & { readonly until: number }>({
    max: MAX_CACHED.payment_connections,
    ttl: CACHED_MS,
    ttlAutopurge: true,
  });

  return {
    cached(id, now) {
      const connection = known.get(id);
      if (connection && now < connection.until) return connection;
      known.delete(id);
      return undefined;
    },
    async read(id, now) {
      const row = await findConnectionOfWebhook(database, id);
      if (!row || row.status === 'disconnected') {
        known.delete(id);
        return row ? 'disconnected' : 'unknown';
      }
      const { space_id, provider, sealed_signing, previous_until } = row;
      const connection: ReceivingConnection = {
        space_id,
        id,
        provider,
        secrets: openSigning(box, row, now),
        sealed_signing,
        marks: known.get(id)?.marks ?? { noted_at: 0, uncounted_until: 0 },
      };
      // The previous secret ends at a time.
      const ends = previous_until === null ? Number.POSITIVE_INFINITY : Date.parse(previous_until);
      known.set(id, { ...connection, until: Math.min(now + CACHED_MS, ends > now ? ends : Number.POSITIVE_INFINITY) });
      return connection;
    },
  };
}

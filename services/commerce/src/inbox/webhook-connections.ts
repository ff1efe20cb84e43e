import type { PaymentProvider } from '@space/contracts/commerce';
import { MAX_CACHED } from '@space/contracts/platform';
import type { SecretBox } from '@space/crypto';
import type { Database } from '@space/database';
import { MINUTE_MS } from '@space/time';
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
  /** The time at which a webhook was last noted in the row of the connection, in milliseconds since the epoch. */
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
  const known = new Map<string, ReceivingConnection & { readonly until: number }>();

  function remember(connection: ReceivingConnection, until: number): void {
    // A Map has its entries in the order of their insertion: the first one was read first.
    known.delete(connection.id);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_CACHED.payment_connections) known.delete(oldest);
    known.set(connection.id, { ...connection, until });
  }

  return {
    cached(id, now) {
      const connection = known.get(id);
      if (connection && now < connection.until) return connection;
      known.delete(id);
      return undefined;
    },
    async read(id, now) {
      const before = known.get(id);
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
        noted_at: before?.noted_at ?? 0,
        uncounted_until: before?.uncounted_until ?? 0,
      };
      // The previous secret ends at a time.
      const ends = previous_until === null ? Number.POSITIVE_INFINITY : Date.parse(previous_until);
      remember(connection, Math.min(now + CACHED_MS, ends > now ? ends : Number.POSITIVE_INFINITY));
      return known.get(id)!;
    },
  };
}

import type { PaymentProvider } from '@space/contracts/commerce';
import type { Actor } from '@space/contracts/core';

/** A connection to a payment provider, as work in the background needs it. */
export interface Connection {
  readonly space_id: string;
  readonly id: string;
  readonly provider: PaymentProvider;
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly status: 'connected' | 'failing' | 'refused' | 'disconnected';
  readonly test_starts_automations: boolean;
}

/** Returns the actor of what a provider did by itself, such as a payout. */
export const connectionActor = ({ id, name }: Pick<Connection, 'id' | 'name'>): Actor => ({ kind: 'automation', id, name });

/** Returns the keys of every event about something of a connection. */
export const connectionData = ({ id, provider, mode, test_starts_automations }: Connection) => ({
  integration_id: id,
  provider,
  mode,
  starts_automations: mode === 'live' || test_starts_automations,
});

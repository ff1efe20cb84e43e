import { agentOf, type Caller, notFound, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { findCarried, findOwned } from '../deliveries/deliveries.queries.ts';
import { canAccessEvent } from './can-access-event.ts';

/**
 * Refuses what has no deliveries, and to an agent the webhooks that it did not make: what they sent it may not have been
 * able to use (spec, Agents).
 */
export async function assertOwnWebhook(database: CommonQueryMethods, caller: Caller, id: string): Promise<void> {
  const listener = await findOwned(database, caller.space_id, id);
  if (!listener) throw notFound('event subscription', id);
  if (listener.kind !== 'webhook')
    throw new Problem('conflict', `Only webhooks have deliveries, and this is a listener of kind ${listener.kind}.`);
  const agent = agentOf(caller);
  if (agent !== null && listener.agent_id !== agent)
    throw new Problem('forbidden', 'This agent did not make that webhook; an agent sees the deliveries of its own only.');
}

/** Refuses a delivery of what the agent that made the webhook cannot use any more; one that is not there is for others to refuse. */
export async function assertCanAccessEvent(database: CommonQueryMethods, space: string, listener: string, delivery: number): Promise<void> {
  const carried = await findCarried(database, space, listener, delivery);
  if (carried && !canAccessEvent(carried.can_use, carried.body))
    throw new Problem('forbidden', 'This delivery is about something that the agent which made the webhook cannot use.');
}

import { agentOf, type Caller, notFound, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { canAccessEvent } from './can-access-event.ts';
import { findDeliveryAccess, findOwnership, findWebhookIds } from './webhooks.queries.ts';

/**
 * Throws unless `id` is a webhook of the caller's Space. An agent gets `forbidden` for a webhook that it did not create,
 * because its deliveries can be about resources that the agent cannot use (contract, A11).
 */
export async function assertOwnWebhook(database: CommonQueryMethods, caller: Caller, id: string): Promise<void> {
  const listener = await findOwnership(database, caller.space_id, id);
  if (!listener) throw notFound('event subscription', id);
  if (listener.kind !== 'webhook')
    throw new Problem('conflict', `Only webhooks have deliveries; this event subscription is of kind ${listener.kind}.`);
  const agent = agentOf(caller);
  if (agent !== null && listener.agent_id !== agent)
    throw new Problem('forbidden', 'This agent did not create the webhook; an agent sees only the deliveries of its own webhooks.');
}

/**
 * Returns the webhooks whose deliveries a caller can read: those of its Space, or those that the calling agent created. Returns only `id` if
 * it is given, and throws as `assertOwnWebhook` does.
 */
export async function findReadableWebhooks(
  database: CommonQueryMethods,
  caller: Caller,
  id: string | undefined,
): Promise<readonly string[]> {
  if (id === undefined) return findWebhookIds(database, caller.space_id, agentOf(caller));
  await assertOwnWebhook(database, caller, id);
  return [id];
}

/** Throws `forbidden` for a delivery about a resource that the webhook's agent can no longer use; accepts a missing delivery. */
export async function assertCanAccessEvent(database: CommonQueryMethods, space: string, listener: string, delivery: number): Promise<void> {
  const access = await findDeliveryAccess(database, space, listener, delivery);
  if (access && !canAccessEvent(access.can_use, access.body))
    throw new Problem('forbidden', 'This delivery is about a resource that the agent of the webhook cannot use.');
}

import { type CanUse, canAccess, type Event, resourcesIn } from '@space/contracts/core';

/**
 * Returns true if a webhook may receive an event, by the Can use list of the agent that created it. A null list, of a
 * webhook that no agent created, allows every event (contract, A11).
 */
export const canAccessEvent = (canUse: CanUse | null, body: string): boolean =>
  canUse === null || canAccess(canUse, resourcesIn((JSON.parse(body) as Event).data));

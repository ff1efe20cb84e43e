import { type CanUse, canAccess, type Event, resourcesIn } from '@space/contracts/core';

/** Whether a webhook may hear an event, by the Can use list of the agent that made it; null when no agent did (spec, Authentication 12). */
export const canAccessEvent = (canUse: CanUse | null, body: string): boolean =>
  canUse === null || canAccess(canUse, resourcesIn((JSON.parse(body) as Event).data));

import { agentOf, type Caller, type CanUse, canAccess, type Event, resourcesIn } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { findCanUse } from '../can-use/can-use.queries.ts';
import { findStoredEvent } from './event-search.queries.ts';

/** Returns the Can use list of the agent that calls, or undefined when no agent does. */
export async function findOwnCanUse(database: CommonQueryMethods, caller: Caller): Promise<CanUse | undefined> {
  const agent = agentOf(caller);
  return agent === null ? undefined : findCanUse(database, caller.space_id, agent);
}

/** Returns the JSON text of a stored event that the caller can read, or null. An agent reads only events about resources it can use. */
export async function findReadableEvent(database: CommonQueryMethods, caller: Caller, id: string): Promise<string | null> {
  const body = await findStoredEvent(database, caller.space_id, id);
  const canUse = await findOwnCanUse(database, caller);
  return body === null || (canUse && !canAccess(canUse, resourcesIn((JSON.parse(body) as Event).data))) ? null : body;
}

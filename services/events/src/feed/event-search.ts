import { type Handlers, Json } from '@space/bus';
import { agentOf, type Caller, canAccess, type Event, notFound, resourcesIn } from '@space/contracts/core';
import type { feed } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { findCanUse } from '../can-use/can-use.queries.ts';
import { findStoredEvent, searchEvents } from './event-search.queries.ts';

/** Returns the handlers that read stored events without a feed. An agent reads only events about resources it can use (contract, A11). */
export function createEventSearchHandlers({ database }: Pick<Ports, 'database'>): Pick<Handlers<typeof feed>, 'search' | 'get'> {
  async function findOwnCanUse(caller: Caller) {
    const agent = agentOf(caller);
    return agent === null ? undefined : findCanUse(database, caller.space_id, agent);
  }

  return {
    async search({ input, caller }) {
      return new Json(await searchEvents(database, caller.space_id, await findOwnCanUse(caller), input));
    },

    async get({ input, caller }) {
      const body = await findStoredEvent(database, caller.space_id, input.id);
      const canUse = await findOwnCanUse(caller);
      if (body === null || (canUse && !canAccess(canUse, resourcesIn((JSON.parse(body) as Event).data)))) throw notFound('event', input.id);
      return new Json<never>(body);
    },
  };
}

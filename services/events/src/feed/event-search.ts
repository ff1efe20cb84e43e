import { type Handlers, Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { feed } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { searchEvents } from './event-search.queries.ts';
import { findOwnCanUse, findReadableEvent } from './readable-event.ts';

/** Returns the handlers that read stored events without a feed. An agent reads only events about resources it can use (contract, A11). */
export function createEventSearchHandlers({ database }: Pick<Ports, 'database'>): Pick<Handlers<typeof feed>, 'search' | 'get'> {
  return {
    async search({ input, caller }) {
      return new Json(await searchEvents(database, caller.space_id, await findOwnCanUse(database, caller), input));
    },

    async get({ input, caller }) {
      const body = await findReadableEvent(database, caller, input.id);
      if (body === null) throw notFound('event', input.id);
      return new Json<never>(body);
    },
  };
}

import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { Event } from '../core/event.ts';
import { id } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { cursor, limit, page } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { EVENT_RETENTION_DAYS, MAX_SCANNED_EVENTS } from './limits.ts';
import { EventTypeName } from './listeners.ts';

const STORED = `An event is stored for ${EVENT_RETENTION_DAYS} days, and only while some event subscription of the Space names its type.`;

/** The operations on single stored events, and on stored events from the newest back. */
export const eventSearchOperations = {
  search: operation({
    summary: 'Find stored events, newest first',
    description: `${STORED} So a Space without an event subscription has none; a feed with event_types ["*"] stores every event. since and until are times at which events occurred. A page with a filter reads at most ${MAX_SCANNED_EVENTS} events, so it may be shorter than limit although has_more is true. An agent gets only events about resources it can use.`,
    scope: 'automations:read',
    route: { method: 'GET', path: '/events/search', status: 200 },
    counterpart: 'get_events',
    input: z.strictObject({
      types: z.array(EventTypeName).min(1).max(200).describe('Only these event types').optional(),
      resource_id: id('resource that the event contains').optional(),
      contact_id: id('contact that the event is about').optional(),
      actor_kind: ActorKind.optional().describe('Only events that an actor of this kind caused'),
      ...madeBetween,
      limit,
      cursor,
    }),
    output: page(Event),
    example: { types: ['contact_created'], actor_kind: 'person', limit: 20 },
  }),
  get: operation({
    summary: 'Read a stored event',
    description: `${STORED} An agent reads only events about resources it can use.`,
    scope: 'automations:read',
    route: { method: 'GET', path: '/events/:id', status: 200 },
    counterpart: 'get_events',
    input: z.strictObject({ id: id('event') }),
    output: Event,
  }),
};

import { z } from 'zod';
import { Event } from '../core/event.ts';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { limit } from '../core/page.ts';
import { EVENT_RETENTION_DAYS, MAX_FEED_WAIT_SECONDS } from './limits.ts';
import { EventTypeName } from './listeners.ts';

/** A page of the feed, oldest first (spec, Feeds). */
export const FeedPage = z
  .object({
    events: z.array(Event),
    next_cursor: z.string().describe('Pass as after next time; it is there on an empty page too'),
    has_more: z.boolean().describe('There is more already; a page may be shorter than limit although there is'),
  })
  .meta({ id: 'FeedPage' });

/** What happened in a Space, kept to be pulled. */
export const feed = contract({
  name: 'events',
  service: 'events',
  tag: 'Events',
  description: `What happened, oldest first, kept for ${EVENT_RETENTION_DAYS} days and only while some event subscription wants the type; what a feed has heard stays as long as the feed.`,
  operations: {
    list: operation({
      summary: 'Pull events',
      description: `Oldest first. Pass next_cursor as after next time: nothing is skipped and nothing comes twice. With subscription_id, what that feed heard, its filters applied; without, every event that is kept. wait holds the answer back until there is something, at most ${MAX_FEED_WAIT_SECONDS} seconds. A cursor belongs to its Space and to the feed it was pulled from, if any; types may change from page to page. It is refused when events behind it have been removed: after ${EVENT_RETENTION_DAYS} days, and without subscription_id when no event subscription wants their type any more. When too many calls wait already, one that finds nothing is refused with 429. To an agent nothing is shown about what it cannot use.`,
      scope: 'automations:read',
      route: { method: 'GET', path: '/events', status: 200 },
      tools: [{ name: 'get_events', family: 'event_listening', action: 'get_events', everyday: true }],
      input: z.strictObject({
        after: z
          .string()
          .min(1)
          .max(512)
          .describe('The next_cursor of the answer before; from the oldest event kept when left out')
          .optional(),
        types: z.array(EventTypeName).min(1).max(200).describe('Only these event types').optional(),
        subscription_id: id('feed').optional(),
        limit,
        wait: z.int().min(0).max(MAX_FEED_WAIT_SECONDS).default(0).describe('Seconds to wait for an event when there is none'),
      }),
      output: FeedPage,
      problems: ['not_found'],
      deadline_ms: (MAX_FEED_WAIT_SECONDS + 10) * 1_000,
      example: { types: ['contact_created'], limit: 100 },
    }),
  },
});

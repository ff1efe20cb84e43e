import { z } from 'zod';
import { Event } from '../core/event.ts';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { CURSOR_PATTERN, limit } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { eventSearchOperations } from './event-search.ts';
import { EVENT_RETENTION_DAYS, MAX_FEED_WAIT_SECONDS } from './limits.ts';
import { EventTypeName } from './listeners.ts';

/** A page of the feed, oldest first (contract, Q4). */
export const FeedPage = z
  .object({
    events: z.array(Event),
    next_cursor: z.string().describe('Pass as after in the next call; an empty page has one too'),
    has_more: z.boolean().describe('True if there are more events now; a page can be shorter than limit even then'),
  })
  .meta({ id: 'FeedPage' });

/** The stored events of a Space, to be pulled. */
export const feed = contract({
  name: 'events',
  service: 'events',
  tag: 'Events',
  description: `Events, oldest first. An event is stored for ${EVENT_RETENTION_DAYS} days, and only while some event subscription names its type; events in a feed stay as long as the feed.`,
  operations: {
    ...eventSearchOperations,
    list: operation({
      summary: 'Pull events',
      description: `Oldest first. Pass next_cursor as after in the next call: no event is skipped or repeated. With subscription_id, returns the events of that feed, which match its filters; without, every stored event. wait delays the response until there is an event, at most ${MAX_FEED_WAIT_SECONDS} seconds. A cursor belongs to its Space and to its feed, if any; types can change between pages. A cursor is rejected when events after it were deleted: after ${EVENT_RETENTION_DAYS} days, and without subscription_id when no event subscription names their type any more. When too many calls wait, a call that finds no event is rejected with 429. An agent gets only events about resources it can use.`,
      scope: 'automations:read',
      route: { method: 'GET', path: '/events', status: 200 },
      tools: [{ name: 'get_events', family: 'event_listening', action: 'get_events', everyday: true }],
      input: z.strictObject({
        after: z
          .string()
          .min(1)
          .max(512)
          .meta({
            description: 'The next_cursor of the page before; default: the oldest event',
            pattern: CURSOR_PATTERN.source,
          })
          .optional(),
        types: z.array(EventTypeName).min(1).max(200).describe('Only these event types').optional(),
        subscription_id: id('feed').optional(),
        ...madeBetween,
        limit,
        wait: z.int().min(0).max(MAX_FEED_WAIT_SECONDS).default(0).describe('Seconds to wait for an event'),
      }),
      output: FeedPage,
      problems: ['not_found'],
      deadline_ms: (MAX_FEED_WAIT_SECONDS + 10) * 1_000,
      long_poll: true,
      example: { types: ['contact_created'], limit: 100 },
    }),
  },
});

import type { Handlers } from '@space/bus';
import { MAX_FEED_EVENTS, type publicBooking } from '@space/contracts/scheduling';
import { asVisitorOf, isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { consoleOrigin, type createPageContexts, plainContext, type visitorLimiter } from '@space/web';
import { findCalendarFeed, findFeedEvents } from '../calendar/calendar-feed.queries.ts';
import { calendarIcs } from '../calendar/calendar-ics.ts';
import { feedAnswer } from '../ics/ics-answer.ts';
import { tooManyRequests } from '../public-pages/layout.ts';
import { hashSecret, isSecret } from '../secrets/link-secret.ts';
import { noSuchPage } from './booking-view.ts';

/** Days for which the feed of a calendar shows past events. */
const FEED_PAST_DAYS = 90;

/** Returns the handler of the feed of the whole calendar of a Space, at the address with its secret. */
export function calendarFeedPage(
  { database, clock, config }: Ports,
  contexts: ReturnType<typeof createPageContexts>,
  limiter: ReturnType<typeof visitorLimiter>,
): Handlers<typeof publicBooking>['calendar'] {
  const origin = consoleOrigin(config);
  return async (call) => {
    const { input } = call;
    const secret = input.token.replace(/\.ics$/, '');
    const feed = isSecret(secret) ? asVisitorOf(await findCalendarFeed(database, hashSecret(secret))) : null;
    if (!feed) return noSuchPage(plainContext(input.locale));
    const wait = limiter.take(`calendar of ${feed.space_id}`, input.visitor);
    if (wait > 0) return tooManyRequests(plainContext(input.locale), wait);
    const now = clock.now();
    const events = await findFeedEvents(database, feed.space_id, {
      now: isoTime(now),
      since: isoTime(now - FEED_PAST_DAYS * DAY_MS),
      limit: MAX_FEED_EVENTS,
    });
    const { theme } = await contexts.of(call, feed.space_id);
    const taskUrl = (task_id: string) => `${origin}/spaces/${feed.space_id}/tasks/${task_id}`;
    return feedAnswer(calendarIcs(theme.look.name ?? 'Calendar', events, { now, taskUrl }), input.if_none_match);
  };
}

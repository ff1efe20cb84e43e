import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { calendar } from '@space/contracts/scheduling';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { hashSecret, newSecret } from '../secrets/link-secret.ts';
import { removeCalendarFeed, storeCalendarFeed } from './calendar-feed.queries.ts';

/** Returns the handlers that make and end the feed of the whole calendar. The secret is in its address, and only its hash is stored. */
export function calendarFeedHandlers(ports: Ports): Pick<Handlers<typeof calendar>, 'create_feed' | 'delete_feed'> {
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(ports.config);
  return {
    create_feed(call) {
      return write.write(call, async (tx) => {
        const secret = newSecret();
        const replaced = await storeCalendarFeed(tx, call.caller.space_id, hashSecret(secret), tx.now);
        return { url: `${origin}/book/calendar/${secret}.ics`, replaced };
      });
    },

    delete_feed(call) {
      return write.write(call, async (tx) => {
        if (!(await removeCalendarFeed(tx, call.caller.space_id))) throw notFound('feed of the calendar', call.caller.space_id);
        return { deleted: true as const };
      });
    },
  };
}

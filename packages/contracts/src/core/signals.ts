/** Said on the bus when deliveries became due that nobody waits for: a resend, or a webhook that was switched on again. */
export const DELIVERIES_DUE = 'space.v1.deliveries.due';

/** Said on the bus when something of the second origin changed: a JSON list of the tags of answers that nobody may keep any more. */
export const CACHE_INVALIDATED = 'space.v1.public.changed';

/** Said on the bus when events were kept: a line for each Space, its id and those of the feeds that heard some of them. */
export const FEED_APPENDED = 'space.v1.feed.grew';

/** Said on the bus when a gateway stops: whoever waits for events is answered, so that nobody holds it up. */
export const LONG_POLLS_RELEASED = 'space.v1.feed.waits.end';

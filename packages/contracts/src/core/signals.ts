/** Published on the bus when a Space is renamed, closed or opened again: gateways forget what they know of keys and sessions. */
export const SPACE_CHANGED = 'space.v1.space.changed';

/** Published on the bus when files wait for the work of media. */
export const FILES_DUE = 'space.v1.media.files_due';

/** Published on the bus when deliveries became due that no dispatcher waits for: a resend, or a webhook that was enabled again. */
export const DELIVERIES_DUE = 'space.v1.deliveries.due';

/** Published on the bus when a public page changed: a JSON list of cache tags whose responses gateways must drop. */
export const CACHE_INVALIDATED = 'space.v1.cache.invalidated';

/** Published on the bus when events were appended to feeds: a line for each Space, its id and the ids of the feeds. */
export const FEED_APPENDED = 'space.v1.feed.appended';

/** Published on the bus when a gateway stops: its long polls are answered, so that they do not delay the stop. */
export const LONG_POLLS_RELEASED = 'space.v1.long_polls.released';

/** Returns the signal of the changes of a Space: a JSON list of topics (contract, H17). Gateways subscribe while a console of the Space is open. */
export const changesSignal = (space_id: string): string => `space.v1.changed.${space_id}`;

/** Returns the signal of the live editing of a document or whiteboard: a LiveSignal. Gateways subscribe while a connection to it is open. */
export const liveSignal = (content_id: string): string => `space.v1.live.${content_id}`;

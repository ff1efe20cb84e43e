/** Seconds for which a ticket for live editing opens a connection. */
export const LIVE_TICKET_SECONDS = 60;

/** Open live connections of one gateway: to one document or whiteboard, in one Space, and in all. */
export const MAX_LIVE_SOCKETS = { content: 200, space: 1_000, gateway: 4_000 } as const;

/** Bytes of one Yjs update of a document or whiteboard: 1 MiB. */
export const MAX_LIVE_UPDATE_BYTES = 1_048_576;

/** Bytes of one message of a live connection: an update with the numbers before it. */
export const MAX_LIVE_MESSAGE_BYTES = MAX_LIVE_UPDATE_BYTES + 64;

/** Messages of a second that a live connection sends; it is not read for a while above them. */
export const MAX_LIVE_MESSAGES_PER_SECOND = 60;

/** Bytes that wait for the reader of one live connection, and for all readers of a gateway. */
export const MAX_LIVE_UNSENT_BYTES = { socket: 12 * 1_048_576, gateway: 64 * 1_048_576 } as const;

/** Bytes of the cursor and the name of one editor. */
export const MAX_AWARENESS_BYTES = 4_096;

/** Elements of a whiteboard in the selection of one editor: as many as its cursor and name leave room for. */
export const MAX_SELECTED_ELEMENTS = 100;

/** Editors of one document or whiteboard whose cursors a gateway knows. */
export const MAX_AWARENESS_CLIENTS = 2_000;

/** Seconds between two pings of a live connection; one that does not answer until the next is closed. */
export const LIVE_PING_SECONDS = 25;

/** Milliseconds over which the updates of all editors of a document or whiteboard are gathered before they are stored. */
export const LIVE_GATHERING_MS = 10;

/** Seconds between two looks of a gateway at the versions of what is open, and between two checks of the keys and sessions of its editors. */
export const LIVE_LOOK_SECONDS = 5;

/** Bytes of the updates that are stored together. */
export const MAX_LIVE_BATCH_BYTES = 2 * 1_048_576;

/** Bytes of the updates that one gateway has and that are not stored: of one document or whiteboard, and of all. Senders are not read above them. */
export const MAX_LIVE_QUEUE_BYTES = { content: 4 * 1_048_576, gateway: 64 * 1_048_576 } as const;

/** Bytes of the part of a document or whiteboard that one message of the bus carries. */
export const MAX_LIVE_PART_BYTES = 4 * 1_048_576;

/** Bytes of the state vector of an editor. Each writer takes about six of them, and each edit by a call is a writer. */
export const MAX_STATE_VECTOR_BYTES = 1_048_576;

/** Documents, or whiteboards, whose state a process has in memory for the check of updates, and their bytes in all. */
export const MAX_FOLLOWED_CONTENTS = { count: 100, bytes: 32 * 1_048_576 } as const;

/** Updates of one answer. */
export const MAX_LISTED_UPDATES = 200;

/** Documents and whiteboards of one look. */
export const MAX_LOOKED_CONTENTS = 500;

/** Seconds that a gateway waits for library to read or check updates. A machine that is busy gives the check of one text 25 of them. */
export const LIVE_CALL_SECONDS = 40;

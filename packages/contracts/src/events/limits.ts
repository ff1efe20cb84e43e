/** The most webhooks of one Space (contract, L1). */
export const MAX_WEBHOOKS_PER_SPACE = 25;

/** The most feeds of one Space (contract, L1). */
export const MAX_FEEDS_PER_SPACE = 25;

/** The most listeners of kind agent of one agent (contract, L1). */
export const MAX_LISTENERS_PER_AGENT = 25;

/** Event types of which the tool `list_event_types` shows the fields in one call. */
export const MAX_DESCRIBED_EVENT_TYPES = 10;

/** The longest batch interval of an agent's listener, in minutes (contract, L1). */
export const MAX_AGENT_BATCH_MINUTES = 1_440;

/** The longest time that GET /events waits for an event, in seconds. */
export const MAX_FEED_WAIT_SECONDS = 25;

/** Delays between the attempts of a delivery, in minutes (contract, W6). */
export const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 180, 360, 720] as const;

/** Attempts before a delivery is dead (contract, W6). */
export const MAX_ATTEMPTS = RETRY_DELAYS_MINUTES.length + 1;

/** Consecutive dead deliveries that disable a webhook (contract, W7). */
export const DEAD_DELIVERIES_BEFORE_DISABLE = 15;

/** The time in which a receiver must respond, body included, in milliseconds (contract, W5). */
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** The largest age of a signature that a receiver accepts, in seconds (contract, W4). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Bytes of a response that the delivery log stores (contract, W9). */
export const STORED_RESPONSE_BYTES = 4_096;

/** The retention of events and their deliveries, in days (contract, V8). */
export const EVENT_RETENTION_DAYS = 14;

/** The most automations of one Space. */
export const MAX_AUTOMATIONS_PER_SPACE = 1_000;

/** The most actions of one automation. */
export const MAX_AUTOMATION_ACTIONS = 20;

/** The depth at which a chain of automations that trigger each other stops (contract, U5). */
export const MAX_AUTOMATION_CHAIN = 5;

/** The most bytes, as JSON, of the payload of a run and of the actions of one automation. */
export const MAX_AUTOMATION_BYTES = 65_536;

/** The most bytes, as JSON, of the arguments of one action with its merge tags filled in. */
export const MAX_ACTION_ARGUMENTS_BYTES = 262_144;

/** The most bytes, as JSON, of the result of one action that later actions can read. */
export const MAX_ACTION_ANSWER_BYTES = 262_144;

/** The most bytes of an event that a run stores after its end, so that it can be repeated. */
export const MAX_REPEATED_EVENT_BYTES = 65_536;

/** The most bytes of the answers of the actions of a run that it stores after its end, so that it can be repeated from a later one. */
export const MAX_REUSED_ANSWERS_BYTES = 262_144;

/** The time after which a trial of actions starts no further one, in milliseconds. */
export const MAX_TRIAL_MS = 15_000;

/** The retention of runs of automations, in days. */
export const AUTOMATION_RUN_DAYS = 30;

/** The most unfinished runs of one Space; a further run is recorded as failed. */
export const MAX_UNFINISHED_RUNS_PER_SPACE = 10_000;

/** The delays before a run retries an action that failed with a transient error, in seconds. */
export const ACTION_RETRY_DELAYS_SECONDS = [1, 5, 30, 120, 600] as const;

/**
 * Runs of automations that one process executes concurrently, in all and of one Space.
 * A Space starts a further run only while it has fewer runs in progress than slots are free; some slots stay free for other Spaces.
 */
export const MAX_CONCURRENT_RUNS = { process: 16, space: 8 } as const;

/** The time for which a run executes actions before it gives way to the runs that wait, in milliseconds. */
export const MAX_RUN_TURN_MS = 5_000;

/** Calls of `GET /events` of one Space that wait in one process. */
export const MAX_WAITING_POLLS_PER_SPACE = 200;

/** Calls of `GET /events` that wait in one process. */
export const MAX_WAITING_POLLS = 2_000;

/** Attempts to one webhook that run concurrently in one process: to ten webhooks on two cores 4 send 1,770 a second, 16 and 64 about 3,300. */
export const CONCURRENT_ATTEMPTS_PER_WEBHOOK = 16;

/** Deliveries of one webhook that one process holds in memory. */
export const MAX_QUEUED_PER_WEBHOOK = 256;

/** Bytes of a response that a delivery reads. */
export const MAX_RESPONSE_BYTES = 65_536;

/** Characters of the data of an event that has a chat line of its own, and of all events of a line together. */
export const MAX_CHAT_LINE = { characters: 4_000, batch_characters: 16_000 } as const;

/** The step log of a run: characters of one text, and bytes of the arguments of one action. */
export const MAX_STEP_LOG = { text_characters: 500, bytes: 16_384 } as const;

/** Headers of a response that the delivery log stores. */
export const MAX_STORED_HEADERS = 40;

/** Deliveries that one page of `GET /deliveries` reads, so that its time is bounded for any filter. */
export const MAX_SCANNED_DELIVERIES = 5_000;

/** Deliveries that one call of `POST /deliveries/resend` queues again. */
export const MAX_RESENT_DELIVERIES = 100;

/** Stored events that one filtered page of `GET /events/search` reads, so that its time is bounded for any filter. */
export const MAX_SCANNED_EVENTS = 5_000;

/** The retention of the figures of webhooks, in days. */
export const DELIVERY_FIGURE_DAYS = 30;

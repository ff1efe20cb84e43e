/** Webhooks one Space can have (spec, Limits). */
export const MAX_WEBHOOKS_PER_SPACE = 25;

/** Feeds one Space can have (spec, Limits). */
export const MAX_FEEDS_PER_SPACE = 25;

/** Listeners of kind agent one agent can have (spec, Limits). */
export const MAX_LISTENERS_PER_AGENT = 25;

/** The longest an agent's listener collects events before it writes its line, in minutes (spec, Limits: agent batch interval). */
export const MAX_AGENT_BATCH_MINUTES = 1_440;

/** The longest GET /events waits for something to answer, in seconds. */
export const MAX_FEED_WAIT_SECONDS = 25;

/** Delays between the attempts of a delivery, in minutes (spec, Webhooks 6). */
export const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 180, 360, 720] as const;

/** Attempts before a delivery is dead (spec, Webhooks 6). */
export const MAX_ATTEMPTS = RETRY_DELAYS_MINUTES.length + 1;

/** Deliveries that die in a row before a webhook is switched off (spec, Webhooks 7). */
export const DEAD_DELIVERIES_BEFORE_DISABLE = 15;

/** A receiver must have answered by then, body included, in milliseconds (spec, Webhooks 5). */
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** A receiver refuses a signature whose time is further away than this, in seconds (spec, Webhooks 4). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Bytes of a receiver's answer that the attempt log keeps (decisions, Events). */
export const STORED_RESPONSE_BYTES = 4_096;

/** Events and their deliveries are kept this long, in days (spec, Feeds). */
export const EVENT_RETENTION_DAYS = 14;

/** Automations one Space can have. */
export const MAX_AUTOMATIONS_PER_SPACE = 1_000;

/** Actions of one automation. */
export const MAX_AUTOMATION_ACTIONS = 20;

/** Automations, one caused by the other, before a chain is stopped (decisions, Automations). */
export const MAX_AUTOMATION_CHAIN = 5;

/** Bytes of the payload of a run, and of the arguments of the actions of one automation, as JSON. */
export const MAX_AUTOMATION_BYTES = 65_536;

/** Bytes of the arguments of one action once its merge tags are filled in, as JSON. */
export const MAX_ACTION_ARGUMENTS_BYTES = 262_144;

/** Bytes of what one action answered that later actions can read, as JSON. */
export const MAX_ACTION_ANSWER_BYTES = 262_144;

/** How long the runs of automations are kept, in days. */
export const AUTOMATION_RUN_DAYS = 30;

/** Runs of one Space that are not over; what would start one more is recorded as failed. */
export const MAX_UNFINISHED_RUNS_PER_SPACE = 10_000;

/** How long a run waits before it tries an action again that failed for a reason that passes by itself, in seconds. */
export const ACTION_RETRY_DELAYS_SECONDS = [1, 5, 30, 120, 600] as const;

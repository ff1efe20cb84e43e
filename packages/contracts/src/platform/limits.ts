/** How long the lines of an agent's chat are kept, in days. */
export const AGENT_CHAT_DAYS = 90;

/** How long lines of the activity log are kept, in days. */
export const ACTIVITY_DAYS = 30;

/** How long a tool that a key called is listed in its Everyday mode, in days (spec, Limits). */
export const EVERYDAY_RECENCY_DAYS = 30;

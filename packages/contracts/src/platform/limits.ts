/** The retention of the lines of an agent's chat, in days. */
export const AGENT_CHAT_DAYS = 90;

/** The retention of the lines of the activity log, in days. */
export const ACTIVITY_DAYS = 30;

/** Everyday mode lists a tool for so many days after its last call with the key (contract, A8). */
export const EVERYDAY_RECENCY_DAYS = 30;

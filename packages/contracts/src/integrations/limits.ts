/** Secrets of a Space. */
export const MAX_SECRETS_PER_SPACE = 200;

/** Bytes of the value of a secret. */
export const MAX_SECRET_BYTES = 65_536;

/** Characters of the value of a secret, at least: a shorter one could not be redacted without destroying other text. */
export const MIN_SECRET_CHARACTERS = 8;

/** Hosts that a secret may be sent to. */
export const MAX_SECRET_HOSTS = 20;

/** Agents that may use a secret. */
export const MAX_SECRET_AGENTS = 200;

/** Headers of an outgoing request, and as many with secrets. */
export const MAX_REQUEST_HEADERS = 50;

/** Bytes of the body of an outgoing request. */
export const MAX_REQUEST_BODY_BYTES = 262_144;

/** Bytes of the answer to an outgoing request that are returned. */
export const MAX_ANSWER_BYTES = 65_536;

/** Seconds until an outgoing request must be answered: at most, and by default. */
export const REQUEST_SECONDS = { max: 20, default: 10 } as const;

/** Days for which it is known that a request with an idempotency key was sent. */
export const SENT_REQUEST_DAYS = 2;

/** Checks of a connection that are stored. */
export const MAX_INTEGRATION_CHECKS = 50;

/** Permissions of a connection that are listed, and as many capabilities. */
export const MAX_INTEGRATION_NAMES = 40;

/** Days for which a disconnected connection stays in the list. */
export const DISCONNECTED_INTEGRATION_DAYS = 30;

/** Rows of one page if the caller names no limit (contract, B4). */
export const DEFAULT_PAGE_SIZE = 50;

/** Maximum number of rows of one page; a larger limit is refused (contract, B4). */
export const MAX_PAGE_SIZE = 200;

/** Maximum size of a request body after decompression, in bytes (contract, B6). */
export const MAX_BODY_BYTES = 1_048_576;

/** Maximum depth of nested JSON. */
export const MAX_JSON_DEPTH = 64;

/** Maximum number of resources of one kind in an agent's Can use list. */
export const MAX_CAN_USE = 1_000;

/** Hours during which the first answer to an idempotency key is replayed (contract, C1). */
export const IDEMPOTENCY_HOURS = 24;

/** Requests per second of one key, and the burst above them (contract, C4). */
export const DEFAULT_RATE_LIMIT = { per_second: 100, burst: 200 } as const;

/** Maximum number of rows, updates or ids in one bulk call (contract, L1). */
export const MAX_BULK = 100;

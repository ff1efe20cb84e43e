/** Rows of one page when the caller names no limit (contract, B4). */
export const DEFAULT_PAGE_SIZE = 50;

/** The most rows one page can have; more is refused, not cut (contract, B4). */
export const MAX_PAGE_SIZE = 200;

/** A request body may be this large, inflated (contract, B6). */
export const MAX_BODY_BYTES = 1_048_576;

/** JSON nested deeper than this is refused. */
export const MAX_JSON_DEPTH = 64;

/** Things of one kind that an agent's Can use list can name. */
export const MAX_CAN_USE = 1_000;

/** The first answer to an idempotency key is replayed for this long, in hours (contract, C1). */
export const IDEMPOTENCY_HOURS = 24;

/** Requests a second one key may make, and the burst above it (contract, C4). */
export const DEFAULT_RATE_LIMIT = { per_second: 100, burst: 200 } as const;

/** Rows, updates or ids in one bulk call (contract, L1). */
export const MAX_BULK = 100;

/** Rows of one page if the caller names no limit (contract, B4). */
export const DEFAULT_PAGE_SIZE = 50;

/** Maximum number of rows of one page; a larger limit is refused (contract, B4). */
export const MAX_PAGE_SIZE = 200;

/** Matches that `total` of a list of rows or contacts counts, unless the list is a whole table or all contacts (contract, B4). */
export const MAX_COUNTED_MATCHES = 10_000;

/** Maximum size of a request body after decompression, in bytes (contract, B6). */
export const MAX_BODY_BYTES = 1_048_576;

/** TCP ports that a webhook or a social network may have by default; the chart opens the same ones. */
export const OUTGOING_PORTS = [443, 8_443] as const;

/** Time after its deadline in which a call between processes is answered as late instead of refused, in seconds: clocks may differ. */
export const LATE_CALL_SECONDS = 10;

/** Age at which a signal between processes is refused, in seconds. */
export const MAX_SIGNAL_AGE_SECONDS = 60;

/** Maximum depth of nested JSON. */
export const MAX_JSON_DEPTH = 64;

/** The smallest absolute value of a number in JSON, except 0: Postgres returns 1e-300 as 302 characters. */
export const MIN_JSON_NUMBER = 1e-50;

/** Maximum number of entries of all lists and objects of a JSON body together. */
export const MAX_JSON_ENTRIES = 100_000;

/** Maximum number of resources of one kind in an agent's Can use list. */
export const MAX_CAN_USE = 1_000;

/** Hours during which the first answer to an idempotency key is replayed (contract, C1). */
export const IDEMPOTENCY_HOURS = 24;

/** Requests per second of one key, and the burst above them (contract, C4). */
export const DEFAULT_RATE_LIMIT = { per_second: 100, burst: 200 } as const;

/**
 * The share of a key's rate at which its refused calls stop counting towards a flood. With the whole rate, a client that
 * repeats refused calls would have as many of them answered immediately as it has calls.
 */
export const FORGIVEN_REFUSALS_SHARE = 0.1;

/** Maximum number of rows, updates or ids in one bulk call (contract, L1). */
export const MAX_BULK = 100;

/** Maximum size of the entries of one page, in bytes, unless its first entry alone is larger (contract, B4). */
export const MAX_PAGE_BYTES = 4 * 1_048_576;

/** Characters of the events of one call together, unless it has only one event. */
export const MAX_CALL_EVENT_CHARACTERS = 24 * 1_048_576;

/** Field errors that one error response lists; its sentence counts them all. */
export const MAX_LISTED_ERRORS = 100;

/** Characters of the detail of an error, and of the path and the message of one field error; longer texts are cut. */
export const MAX_ERROR_CHARACTERS = 2_000;

/** Maximum size of a form that a visitor sends, without its files, in bytes. */
export const MAX_FORM_BYTES = 65_536;

/** Maximum number of names and values in a form that a visitor sends; a value that is sent again under its name counts again. */
export const MAX_FORM_VALUES = 2_000;

/** Maximum number of files in a form that a visitor sends. */
export const MAX_FORM_FILES = 100;

/** Seconds after which a caller retries a change that was refused because the disk is full. */
export const STORAGE_RETRY_S = 30;

/** Lines of one CSV import. */
export const MAX_IMPORT_LINES = 5_000;

/** Rows or contacts of one page of a CSV export. */
export const MAX_EXPORT_ROWS = 1_000;

/** Faults that the answer of a CSV import lists. */
export const MAX_IMPORT_ERRORS = 100;

/** Lines that a fault of a CSV import names. */
export const MAX_IMPORT_ERROR_LINES = 20;

/** Different messages of one fault of a CSV import. */
export const MAX_IMPORT_ERROR_MESSAGES = 5;

/** Bytes of one page of a CSV export as JSON in UTF-8, unless its first row alone is larger. */
export const MAX_EXPORT_BYTES = 1_572_864;

/** The longest period of one call that returns figures by hour, in days. */
export const MAX_FIGURE_DAYS = 7;

/** Passwords that one visitor tries for one share link in a minute, by process. */
export const MAX_PASSWORD_ATTEMPTS = 10;

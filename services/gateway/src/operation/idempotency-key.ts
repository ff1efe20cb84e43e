const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

/** The rule for an idempotency key, as the end of a sentence. */
export const IDEMPOTENCY_KEY_RULE = 'must be 1 to 255 printable ASCII characters';

/** Returns true if a value can be an idempotency key. */
export const isIdempotencyKey = (value: unknown): value is string => typeof value === 'string' && PRINTABLE_ASCII.test(value);

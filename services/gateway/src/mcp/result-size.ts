/** A result longer than this is cut, in bytes: hosts cut longer ones themselves, and without saying where the rest is. */
export const MAX_RESULT_BYTES = 40_000;

/** How many bytes a value has as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Whether a value is no longer than a result may be. */
export const fits = (value: unknown): boolean => bytesOf(value) <= MAX_RESULT_BYTES;

/** The reason why a store cannot serve a call. `denied` and `failed` need an operator; the others may end by themselves. */
export type UnavailableReason = 'unreachable' | 'slow' | 'full' | 'denied' | 'failed';

const sentences: Readonly<Record<UnavailableReason, string>> = {
  unreachable: 'The object store is not reachable',
  slow: 'The object store does not answer in time',
  full: 'The object store is full',
  denied: 'The object store denies access',
  failed: 'The object store failed',
};

/** Thrown when the store is unreachable, slow, full or refuses this process: callers answer 503. `cause` is the error of the adapter. */
export class ObjectStoreUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, detail: string, cause?: unknown) {
    super(`${sentences[reason]} (${detail}).`, { cause });
    this.name = 'ObjectStoreUnavailable';
    this.reason = reason;
  }
}

/** The reason why a call is not accepted. */
export type RefusalCode =
  | 'exists'
  | 'wrong_size'
  | 'too_large'
  | 'wrong_offset'
  | 'upload_missing'
  | 'invalid_key'
  | 'invalid_range'
  | 'invalid_content_type';

/** Thrown for a call that the store does not accept; the same call again is refused again. */
export class ObjectStoreRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'ObjectStoreRefusal';
    this.code = code;
  }
}

/** Returns the refusal of an upload that is finished, aborted or removed. */
export const uploadMissing = (): ObjectStoreRefusal => new ObjectStoreRefusal('upload_missing', 'The upload has ended; create a new one.');

/** Returns the refusal of bytes at another offset than the stored number of bytes. */
export const wrongOffset = (stored: number): ObjectStoreRefusal =>
  new ObjectStoreRefusal('wrong_offset', `The upload has ${stored} bytes; continue at that offset.`);

/** Returns the refusal of a key that has an object. */
export const keyExists = (): ObjectStoreRefusal => new ObjectStoreRefusal('exists', 'An object with this key exists.');

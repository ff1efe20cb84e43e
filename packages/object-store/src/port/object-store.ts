import type { ByteRange } from './byte-range.ts';

/**
 * The store of bytes: objects by key, each written once as a whole and then only read, moved or removed.
 *
 * Entities: an object has a key, a content type, a size in bytes and a time. An upload is an object that arrives in parts, over
 * several requests and processes. A leftover is what a killed process leaves: a half-written body, or an upload that no one ends.
 *
 * Guarantees: an object is visible with all of its bytes or not at all, also when a process is killed at any step. An acknowledged object
 * survives a restart of the machine. A reader gets the bytes of one version, also when the key is overwritten or removed meanwhile. A body
 * of any size uses a few MiB of memory.
 *
 * Non-guarantees: there is no transaction over several keys. Two `append` of one upload at the same time are not supported: the caller
 * locks. A removal may be undone by a power failure.
 *
 * Errors: every method throws ObjectStoreUnavailable when the store is unreachable, slow or full, and ObjectStoreRefusal for a call that it
 * does not accept. An error of the body that a caller passes is thrown as it is.
 */
export interface ObjectStore {
  /** Stores a body and returns its size in bytes. Refuses with `exists`, `wrong_size`, `too_large` and `invalid_key`. */
  put(key: string, body: ObjectBody, options: PutOptions): Promise<number>;
  /** Returns an object, or a range of it, as a stream; undefined if the key is absent. Refuses with `invalid_range` and `invalid_key`. */
  get(key: string, options?: { readonly range?: ByteRange }): Promise<ObjectContent | undefined>;
  /** Returns an object without its bytes; undefined if the key is absent. */
  head(key: string): Promise<ObjectHead | undefined>;
  /** Gives an object another key, which is overwritten. Returns false if `from` is absent. After a kill both keys may have the object. */
  move(from: string, to: string): Promise<boolean>;
  /** Removes objects; absent keys are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the objects whose key begins with a prefix, ordered by the bytes of their keys. An empty prefix returns all. */
  list(prefix: string, options?: ListOptions): Promise<ObjectPage>;
  readonly uploads: ObjectUploads;
  /**
   * Removes leftovers whose last write, or whose beginning, was before a time in milliseconds since 1970; returns their number. The time must
   * be earlier than the beginning of every put and upload that may still go on.
   */
  removeLeftovers(before: number): Promise<number>;
  close(): Promise<void>;
}

/** The bytes of an object: a stream of Node, a web stream or a generator. Chunks are copied or written before the next one is read. */
export type ObjectBody = AsyncIterable<Uint8Array>;

/** Options of `put`. */
export interface PutOptions {
  /** The media type, at most 200 printable ASCII characters. */
  readonly content_type: string;
  /** Refuses with `exists` instead of overwriting. */
  readonly if_absent?: boolean;
  /** The bytes that the body must have; a longer or shorter one is refused with `wrong_size`. */
  readonly size?: number;
}

/** An object without its bytes. */
export interface ObjectHead {
  readonly content_type: string;
  /** Bytes of the whole object. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified_at: number;
}

/** An object with a stream of its bytes. The caller reads the stream to its end or destroys it. */
export interface ObjectContent extends ObjectHead {
  /** The first and the last byte of the stream, counted from 0; undefined for a whole object. */
  readonly range?: { readonly first: number; readonly last: number };
  /** Ends with ObjectStoreUnavailable if the store fails before the last byte. */
  readonly body: NodeJS.ReadableStream & AsyncIterable<Buffer> & { destroy(error?: Error): unknown };
}

/** Options of `list`. */
export interface ListOptions {
  /** Lists keys after this one. */
  readonly after?: string;
  /** Objects of one page, 1 to 1,000; default 1,000. Other numbers are the nearest of these. */
  readonly limit?: number;
}

/** One page of a list. */
export interface ObjectPage {
  readonly objects: readonly { readonly key: string; readonly size: number; readonly modified_at: number }[];
  /** The `after` of the next page; undefined on the last one. */
  readonly next?: string;
}

/** An upload in parts, by which any process continues it. Callers store it. */
export interface ObjectUpload {
  readonly key: string;
  readonly content_type: string;
  /** An id of the store, at most 1,024 characters. */
  readonly upload_id: string;
}

/** Objects that arrive in parts. Nothing of an upload is visible before `finish`. Every method refuses an ended one with `upload_missing`. */
export interface ObjectUploads {
  create(key: string, options: { readonly content_type: string }): Promise<ObjectUpload>;
  /** Returns the number of bytes that are stored. */
  offset(upload: ObjectUpload): Promise<number>;
  /**
   * Adds bytes at an offset and returns the next offset. Refuses another offset than the stored number of bytes with `wrong_offset`. If the
   * body fails, what arrived is stored, and the error of the body is thrown.
   */
  append(upload: ObjectUpload, offset: number, body: ObjectBody): Promise<number>;
  /**
   * Makes the object visible and returns its size in bytes. Refuses with `exists`; the upload then remains. A second call is refused with
   * `upload_missing`: a caller whose process was killed finds the object with `head`.
   */
  finish(upload: ObjectUpload, options?: { readonly if_absent?: boolean }): Promise<number>;
  /** Removes an upload; an ended one is no error. */
  abort(upload: ObjectUpload): Promise<void>;
}

/** The bytes that a part of a large object has. One put or append holds one of them in memory. */
export const PART_BYTES = 8 * 1_048_576;

/** The parts of one object, by the protocol of S3. */
export const MAX_PARTS = 10_000;

/** The bytes of the largest object: 78 GiB. An upload in appends of less than 8 MiB may end at 48 GiB. */
export const MAX_OBJECT_BYTES = PART_BYTES * MAX_PARTS;

/** The objects of one page of a list. */
export const MAX_LIST_LIMIT = 1_000;

/** Returns the objects of one page: the limit of the caller between 1 and 1,000, which is the default. */
export const pageLimit = (limit = MAX_LIST_LIMIT): number => Math.max(1, Math.min(limit, MAX_LIST_LIMIT));

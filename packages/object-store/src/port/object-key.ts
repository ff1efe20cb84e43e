import { ObjectStoreRefusal } from './object-store-error.ts';

/** Characters of the longest key. Some S3 servers refuse more than 255. */
export const MAX_KEY_LENGTH = 120;

const KEY = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)*$/;
const PREFIX = /^(?:[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)*\/?)?$/;

/**
 * Throws `invalid_key` unless a key has 1 to 120 characters: segments of lower-case letters, digits, `_`, `.` and `-`, separated by `/`, each
 * beginning with a letter or digit. Such keys are equal in every file system and every S3 server.
 */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key))
    throw new ObjectStoreRefusal(
      'invalid_key',
      `The key ${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))} must have at most ${MAX_KEY_LENGTH} characters: segments of a-z, 0-9, _, . and -, separated by /.`,
    );
}

/** Throws `invalid_key` unless a text is the beginning of a key, or empty. */
export function assertPrefix(prefix: string): void {
  if (prefix.length > MAX_KEY_LENGTH || !PREFIX.test(prefix))
    throw new ObjectStoreRefusal(
      'invalid_key',
      `The prefix ${JSON.stringify(prefix.slice(0, MAX_KEY_LENGTH))} is not the beginning of a key.`,
    );
}

const CONTENT_TYPE = /^[\x20-\x7e]{1,200}$/;

/** Throws `invalid_content_type` unless a media type has 1 to 200 printable ASCII characters. */
export function assertContentType(content_type: string): void {
  if (!CONTENT_TYPE.test(content_type))
    throw new ObjectStoreRefusal('invalid_content_type', 'The content type must have 1 to 200 printable ASCII characters.');
}

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'wks_live_';
const RANDOM_CHARS = 36;
const CHECKSUM_CHARS = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UNCHECKED_CHARS = PREFIX.length + RANDOM_CHARS;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`);

/** A new Space API key: `wks_live_`, 36 random base62 characters (214 bits) and 6 that are their checksum. */
export function newKey(): string {
  let key = PREFIX;
  for (let n = 0; n < RANDOM_CHARS; n++) key += ALPHABET[randomInt(ALPHABET.length)];
  return key + checksumOf(key);
}

/** Whether a text can be a key at all: a typo, a cut-off key or another secret is refused without a look-up. */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && text.slice(UNCHECKED_CHARS) === checksumOf(text.slice(0, UNCHECKED_CHARS));

/** What is kept of a key and what it is found by: its SHA-256 in hex. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'hex');

/** What the settings show of a key: enough to tell keys apart, too little to use. */
export const hintOfKey = (key: string): string => `${key.slice(0, 12)}…${key.slice(-4)}`;

/** The CRC32 of a text in base62, padded to 6 characters; 62 to the power of 6 is larger than 2 to the power of 32. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM_CHARS; n++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

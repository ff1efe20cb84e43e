import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const RANDOM_CHARS = 36;
const CHECKSUM_CHARS = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A kind of secret that clients send: its prefix, 36 random base62 characters (214 bits) and 6 that are their checksum. */
export interface SecretToken {
  readonly prefix: string;
  /** Returns a new random secret. */
  generate(): string;
  /** Returns true if a text has the shape and the checksum of this kind, so that a typo or another secret costs no look-up. */
  isWellFormed(text: string): boolean;
}

/** Returns the kind of secret with this prefix, by which secret scanners recognise it. */
export function secretToken(prefix: string): SecretToken {
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`);
  const unchecked = prefix.length + RANDOM_CHARS;
  return {
    prefix,
    generate() {
      let token = prefix;
      for (let n = 0; n < RANDOM_CHARS; n++) token += ALPHABET[randomInt(ALPHABET.length)];
      return token + checksumOf(token);
    },
    isWellFormed: (text) => shape.test(text) && text.slice(unchecked) === checksumOf(text.slice(0, unchecked)),
  };
}

/** Returns the SHA-256 of a secret in hex, by which it is stored and found. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** Returns the CRC32 of a text in base62, padded to 6 characters: 62 to the power of 6 is larger than 2 to the power of 32. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM_CHARS; n++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

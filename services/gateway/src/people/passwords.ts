import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '@space/contracts/core';
import { MAX_PASSWORD_HASHES, MAX_WAITING_PASSWORDS } from '@space/contracts/people';

/*
 * Passwords are stored as PHC strings of argon2id with 19 MiB, two passes and one lane, as OWASP recommends; one hash takes about
 * 50 ms of CPU. A process hashes two passwords at a time, so that a flood of sign-ins takes neither its memory nor its threads.
 */

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const deriveTag = promisify(argon2) as unknown as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes and verifies passwords in one process. */
export interface Passwords {
  /** Returns the PHC string of a password. Throws `unavailable` when too many passwords wait. */
  hash(password: string): Promise<string>;
  /**
   * Returns true if a password fits a PHC string. Without one it takes the same time and returns false, so that an unknown person
   * answers like a wrong password. Throws `unavailable` when too many passwords wait.
   */
  verify(password: string, phc: string | null): Promise<boolean>;
}

/** Creates the hashing of one process. */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function takeTurn<T>(act: () => Promise<T>): Promise<T> {
    if (running >= MAX_PASSWORD_HASHES) {
      if (waiting.length >= MAX_WAITING_PASSWORDS)
        throw new Problem('unavailable', 'Too many people sign in right now; try again in a few seconds.', { retry_after_s: 3 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await act();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  const derive = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number, tagLength: number) =>
    takeTurn(() => deriveTag('argon2id', { message: normalized(password), nonce, memory, passes, parallelism, tagLength }));

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await derive(password, salt, MEMORY_KIB, PASSES, LANES, TAG_BYTES);
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${toBase64(salt)}$${toBase64(tag)}`;
    },
    async verify(password, phc) {
      const parts = PHC.exec(phc ?? '');
      const [memory, passes, lanes] = parts ? parts.slice(1, 4).map(Number) : [MEMORY_KIB, PASSES, LANES];
      const salt = parts ? Buffer.from(parts[4]!, 'base64') : randomBytes(SALT_BYTES);
      const stored = parts ? Buffer.from(parts[5]!, 'base64') : randomBytes(TAG_BYTES);
      const tag = await derive(password, salt, memory!, passes!, lanes!, stored.length);
      return timingSafeEqual(tag, stored) && parts !== null;
    },
  };
}

/** One person types an accent as one character, another as two: both are the same password (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

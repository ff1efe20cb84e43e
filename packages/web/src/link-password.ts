import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost parameters of a hash: about 32 MiB and 100 ms. Each hash includes its own, so they may grow. */
const COST = { N: 32_768, r: 8, p: 1 } as const;

/** Characters of the password of a share link, as forms send it. */
export const PASSWORD_CHARACTERS = 200;

const MAX_MEMORY = 128 * 1_048_576;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Returns the hash of a password with its salt and cost parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Returns true if a password matches a hash. Takes the same time for right and wrong passwords. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Normalizes the password to NFKC: keyboards compose the same characters in different ways. */
function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, hash) =>
    error ? reject(error) : resolve(hash),
  );
  return promise;
}

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** What checking one password costs: about 32 MiB and a tenth of a second. Kept with each hash, so that it can grow. */
const COST = { N: 32_768, r: 8, p: 1 } as const;

const MAX_MEMORY = 128 * 1_048_576;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The hash of a password, with all that is needed to check it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Whether this is the password of a hash; takes as long for a wrong one as for the right one. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = kept.split('$');
  const expected = Buffer.from(hash, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** The same characters are the same password however a keyboard composes them. */
function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, hash) =>
    error ? reject(error) : resolve(hash),
  );
  return promise;
}

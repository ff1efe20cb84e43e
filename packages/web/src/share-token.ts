import { createHash, randomBytes } from 'node:crypto';

/** Bytes of a token. 256 bits cannot be guessed. */
const TOKEN_BYTES = 32;

/** Returns a new token of a share link, as it appears in the address. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the hash of a token. Read access to the database does not give access to links. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

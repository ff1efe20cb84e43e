import { createHash, randomBytes } from 'node:crypto';

/** Bytes of a token: nobody guesses 256 bits. */
const TOKEN_BYTES = 32;

/** A new token of a share link, as it stands in its address. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What a token is found by: whoever reads the database cannot open a link with it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

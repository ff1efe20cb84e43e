import { createHash, randomBytes } from 'node:crypto';

/** Bytes of a token: nobody guesses 256 bits (decisions, Forms). */
const TOKEN_BYTES = 32;

/** A new token of a link that confirms a submission. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What a token is found by: whoever reads the database cannot confirm with it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

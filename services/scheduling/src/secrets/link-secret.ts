import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Bytes of the secret of a link; 256 bits cannot be guessed. */
const SECRET_BYTES = 32;

/** Returns a new secret as base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Returns true for a text with the length and the alphabet of a secret. */
export const isSecret = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

/** Returns the hash by which a secret is stored; the stored row does not disclose the secret. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Derives the secret for one purpose from another secret. Neither discloses the other, nor those of other purposes. */
export const deriveSecret = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('base64url');

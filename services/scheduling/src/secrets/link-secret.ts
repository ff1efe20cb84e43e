import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Bytes of a secret that stands in an address: nobody guesses 256 bits. */
const SECRET_BYTES = 32;

/** A new secret, as it stands in an address. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Whether a text is as long as our secrets and made of the same letters. */
export const isSecret = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text);

/** What a secret is found by: whoever reads the row that keeps it cannot use it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A secret for one purpose, made from another one: who has it does not have the other, nor that of another purpose. */
export const deriveSecret = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('base64url');

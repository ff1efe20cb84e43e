import type { z } from 'zod';
import type { SecretBox } from './secret-box.ts';

/** Characters of a token that are looked at; a longer text is refused unread. */
const MAX_TOKEN_LENGTH = 2_000;

/** The settings of one kind of token. */
export interface SealedTokenOptions<T> {
  /** Names the kind of token. It is authenticated data of the seal: a token of another purpose does not open. */
  readonly purpose: string;
  readonly schema: z.ZodType<T>;
  /** Returns the current time in milliseconds; needed for tokens that expire. */
  readonly now?: () => number;
}

/** Makes and reads one kind of token. */
export interface SealedTokens<T> {
  /** Returns a base64url text that only this installation can make or read; `expiresAt` is in milliseconds since the epoch. */
  seal(value: T, expiresAt?: number): string;
  /** Returns the sealed value, or undefined for a text that is not such a token, was changed, or has expired. */
  open(token: unknown): T | undefined;
}

/**
 * Returns tokens that carry a value, encrypted and bound to a purpose, so that nothing needs to be stored. A token is
 * valid in one spelling only: base64url text that decodes to the same bytes in another way is refused.
 */
export function sealedToken<T>(box: SecretBox, { purpose, schema, now = Date.now }: SealedTokenOptions<T>): SealedTokens<T> {
  return {
    seal(value, expiresAt) {
      return box.seal(JSON.stringify({ v: value, ...(expiresAt === undefined ? {} : { exp: expiresAt }) }), purpose).toString('base64url');
    },
    open(token) {
      if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return undefined;
      const sealed = Buffer.from(token, 'base64url');
      if (sealed.toString('base64url') !== token) return undefined;
      try {
        const { v, exp } = JSON.parse(box.open(sealed, purpose)) as { v: unknown; exp?: number };
        return exp !== undefined && exp <= now() ? undefined : schema.parse(v);
      } catch {
        return undefined;
      }
    },
  };
}

import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns a new signing secret: `whsec_` and 32 random bytes in base64, for `Service-Signature` and Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

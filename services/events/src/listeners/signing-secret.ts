import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64, which fits our signature and Standard Webhooks alike. */
export const newSigningSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

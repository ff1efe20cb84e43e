import { secretToken } from '../auth/secret-token.ts';

/** The secret of a consent page, by which it finds its authorization. */
export const consentSecret = secretToken('wks_consent_');

/** An authorization code. */
export const authorizationCode = secretToken('wks_code_');

/** A refresh token. */
export const refreshToken = secretToken('wks_refresh_');

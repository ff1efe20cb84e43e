import { secretToken } from '../auth/secret-token.ts';

/** The secret in the link of an invitation. Only its SHA-256 is stored. */
export const invitationSecret = secretToken('wks_invite_');

/** The path of the page on which a person accepts an invitation. */
export const INVITATION_PATH = '/invitations';

/** The path of the page on which the first person of an installation names themselves. */
export const SETUP_PATH = '/setup';

/** Returns the link of an invitation. */
export const invitationUrl = (consoleUrl: string, secret: string): string => `${consoleUrl}${INVITATION_PATH}/${secret}`;

/** Returns the link that makes the first person of an installation. */
export const setupUrl = (consoleUrl: string, secret: string): string => `${consoleUrl}${SETUP_PATH}/${secret}`;

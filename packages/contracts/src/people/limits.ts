/** Length of a password in characters. */
export const PASSWORD_CHARACTERS = { min: 12, max: 256 } as const;

/** Characters of the name of a person. */
export const MAX_PERSON_NAME = 200;

/** Validity of a link that makes the first person of an installation, in minutes. */
export const SETUP_LINK_MINUTES = 60;

/** Validity of an invitation, in days. */
export const INVITATION_DAYS = 7;

/** Open invitations of one Space. */
export const MAX_INVITATIONS = 200;

/** Members of one Space. */
export const MAX_MEMBERS = 1_000;

/** Spaces that one person is a member of. */
export const MAX_SPACES_OF_PERSON = 200;

/** A session ends after so many days without a request. */
export const SESSION_IDLE_DAYS = 7;

/** A session ends so many days after its sign-in, whether or not it is used. */
export const SESSION_DAYS = 30;

/** Sessions of one person; one more ends the one that was used longest ago. */
export const MAX_SESSIONS = 50;

/** Sign-ins and changes of the ways in of one person that are stored; one more deletes the oldest. */
export const MAX_SIGN_IN_RECORDS = 100;

/** Days for which they are stored. */
export const SIGN_IN_RECORD_DAYS = 30;

/** Minutes after a password or a passkey was given during which a session may do what needs a confirmation. */
export const CONFIRMATION_MINUTES = 10;

/** Tries to sign in a minute, for one email address and for one network each. */
export const MAX_SIGN_INS = 10;

/** Passwords that one process hashes concurrently: each takes 19 MiB and about 50 ms. */
export const MAX_PASSWORD_HASHES = 2;

/** Passwords that wait to be hashed in one process; one more is answered with `unavailable`. */
export const MAX_WAITING_PASSWORDS = 20;

/** Passkeys of one person. */
export const MAX_PASSKEYS = 20;

/** Characters of the name of a passkey. */
export const MAX_PASSKEY_NAME = 100;

/** Seconds in which a browser answers the challenge of a passkey, and in which an identity provider sends a person back. */
export const SIGN_IN_SECONDS = 600;

/** Streams of live updates of one session, and of one gateway; one more is answered with `unavailable`. */
export const MAX_LIVE_STREAMS = { session: 4, gateway: 2_000 } as const;

/** Ids of one message of live updates; more are left out, and then everything of the topic is stale. */
export const MAX_LIVE_IDS = 50;

/** Bytes of live updates that a browser has not read; its stream ends above it. */
export const MAX_UNREAD_LIVE_BYTES = 65_536;

/** Milliseconds between two live updates about the deliveries of one webhook, and about the runs of one automation. */
export const LIVE_PAUSE_MS = 1_000;

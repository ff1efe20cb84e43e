import { z } from 'zod';
import { Deleted, id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { Role } from '../core/role.ts';
import { deleteAt, spaceName } from '../platform/space.ts';
import {
  CONFIRMATION_MINUTES,
  MAX_PERSON_NAME,
  MAX_SIGN_IN_RECORDS,
  MAX_SPACES_OF_PERSON,
  PASSWORD_CHARACTERS,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  SIGN_IN_RECORD_DAYS,
} from './limits.ts';

/** The colours of the console: those of the device, or always light or dark. */
export const ConsoleTheme = z.enum(['auto', 'light', 'dark']);

/** A name of a time zone that this system knows. */
const timezone = z
  .string()
  .max(64)
  .refine((zone) => isTimeZone(zone), 'must be an IANA time zone such as Europe/Berlin')
  .nullable()
  .describe('IANA time zone in which times are shown; null for that of the browser');

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A person of the installation, as they see themselves. */
export const Person = z
  .object({
    ...resource,
    name: z.string(),
    email: z.string(),
    timezone: timezone,
    theme: ConsoleTheme,
    shortcuts: z.boolean().describe('True when single keys are shortcuts'),
    has_password: z.boolean(),
  })
  .meta({ id: 'Person' });

/** A sign-in of a person in one browser. */
export const Session = z
  .object({
    id: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.describe('To the minute'),
    expires_at: timestamp.describe(`The end: ${SESSION_DAYS} days after the sign-in, or ${SESSION_IDLE_DAYS} days after the last request`),
    user_agent: z.string().describe('The browser, as it names itself'),
    is_current: z.boolean().describe('True for the session of this request'),
  })
  .meta({ id: 'Session' });

/** The kinds of events of the ways in of a person. */
export const signInKinds = [
  'signed_in',
  'refused',
  'signed_out',
  'session_ended',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'account_linked',
  'account_removed',
] as const;

/** The kind of an event of the ways in of a person. */
export type SignInKind = (typeof signInKinds)[number];

/** The ways in. */
export const signInMethods = ['password', 'passkey', 'oidc', 'invitation'] as const;

/** A way in. */
export type SignInMethod = (typeof signInMethods)[number];

/** A sign-in of a person, a refused one, or a change of how they sign in. */
export const SignInRecord = z
  .object({
    id: z.string(),
    kind: z.enum(signInKinds).describe('refused: a wrong password for the own address. session_ended: by the person, in another session'),
    method: z.enum(signInMethods).nullable().describe('Way of the sign-in or of the try; null for anything else'),
    user_agent: z.string().describe('The browser, as it names itself; empty for a change without one'),
    created_at: timestamp,
  })
  .meta({ id: 'SignInRecord' });

/** A Space that a person is a member of. */
const OwnSpace = z.object({
  id: z.string(),
  name: z.string(),
  member_id: z.string(),
  role: Role,
  may_run: z.boolean(),
  scopes: z.array(z.string()).describe('The scopes that the person acts with in this Space'),
  delete_at: deleteAt,
});

const newPassword = z
  .string()
  .min(PASSWORD_CHARACTERS.min, `must have at least ${PASSWORD_CHARACTERS.min} characters`)
  .max(PASSWORD_CHARACTERS.max, `must have at most ${PASSWORD_CHARACTERS.max} characters`);

const givenPassword = z.string().min(1).max(PASSWORD_CHARACTERS.max).describe('The password that the person has now');

/** The person of a session: their profile, password and sessions. Only the console reaches these. */
export const person = contract({
  name: 'person',
  service: 'gateway',
  tag: 'Person',
  description: 'The person who is signed in. For people in the console: neither a Space key nor the operator token reaches these.',
  operations: {
    get: operation({
      summary: 'Read who is signed in',
      audience: 'person',
      route: { method: 'GET', path: '/person', status: 200 },
      input: z.strictObject({}),
      output: z.object({
        person: Person,
        session: z.object({
          id: z.string(),
          created_at: timestamp,
          expires_at: timestamp,
          confirmation_expires_at: timestamp
            .nullable()
            .describe('Until then the session may do what needs a confirmation; null when it needs one'),
        }),
        spaces: z.array(OwnSpace).describe('By name'),
      }),
    }),
    update: operation({
      summary: 'Change the own profile',
      audience: 'person',
      route: { method: 'PATCH', path: '/person', status: 200 },
      input: z.strictObject({
        name: nonEmptyLine(MAX_PERSON_NAME).optional(),
        timezone: timezone.optional(),
        theme: ConsoleTheme.optional(),
        shortcuts: z.boolean().optional().describe('False disables shortcuts that are a single key'),
      }),
      output: Person,
      example: { theme: 'dark' },
    }),
    change_password: operation({
      summary: 'Change the own password',
      description: 'Ends all other sessions of the person. This one gets a new cookie, and the one before no longer works.',
      audience: 'person',
      needs_confirmation: true,
      renews_session: true,
      route: { method: 'POST', path: '/person/password', status: 200 },
      input: z.strictObject({ new_password: newPassword.describe('The new password; the commonest ones are refused') }),
      output: Person,
      problems: ['disabled', 'limited'],
      example: { new_password: 'a sentence that you can remember' },
    }),
    confirm: operation({
      summary: 'Confirm with the password',
      description: `For ${CONFIRMATION_MINUTES} minutes the session may then do what needs a confirmation: create keys, rotate secrets, change members.`,
      audience: 'person',
      route: { method: 'POST', path: '/person/confirm', status: 200 },
      input: z.strictObject({ password: givenPassword }),
      output: z.object({ confirmation_expires_at: timestamp }),
      problems: ['disabled', 'limited'],
      example: { password: 'a sentence that you can remember' },
    }),
    list_sessions: operation({
      summary: 'List the own sessions',
      description: 'Those that have not ended, the last used one first.',
      audience: 'person',
      route: { method: 'GET', path: '/person/sessions', status: 200 },
      input: z.strictObject({}),
      output: z.object({ data: z.array(Session) }),
    }),
    end_session: operation({
      summary: 'End one of the own sessions',
      description: 'The browser is signed out with its next request.',
      audience: 'person',
      route: { method: 'DELETE', path: '/person/sessions/:id', status: 200 },
      input: z.strictObject({ id: id('session') }),
      output: Deleted,
    }),
    end_other_sessions: operation({
      summary: 'End all own sessions but this one',
      audience: 'person',
      route: { method: 'POST', path: '/person/sessions/end-others', status: 200 },
      effects: ['destructive'],
      input: z.strictObject({}),
      output: z.object({ ended: z.int().describe('The number of sessions that ended') }),
    }),
    list_sign_ins: operation({
      summary: 'List the own sign-ins',
      description: `The latest ${MAX_SIGN_IN_RECORDS} of ${SIGN_IN_RECORD_DAYS} days, the newest first: sign-ins, wrong passwords, sign-outs, and changes of the password, passkeys and linked accounts. No one else sees them.`,
      audience: 'person',
      route: { method: 'GET', path: '/person/sign-ins', status: 200 },
      input: z.strictObject({}),
      output: z.object({ data: z.array(SignInRecord) }),
    }),
    create_space: operation({
      summary: 'Create a Space',
      description: `The person is its owner. A person is in at most ${MAX_SPACES_OF_PERSON} Spaces.`,
      audience: 'person',
      route: { method: 'POST', path: '/person/spaces', status: 201 },
      input: z.strictObject({ name: spaceName }),
      output: OwnSpace,
      problems: ['limit_reached'],
      example: { name: 'Acme' },
    }),
    leave_space: operation({
      summary: 'Leave a Space',
      description: 'The last owner of a Space cannot leave it.',
      audience: 'person',
      needs_confirmation: true,
      route: { method: 'POST', path: '/person/spaces/:space_id/leave', status: 200 },
      effects: ['destructive'],
      input: z.strictObject({ space_id: id('Space') }),
      output: Deleted,
      problems: ['conflict'],
    }),
  },
});

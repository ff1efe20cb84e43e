import { ApiError } from './api-error.ts';
import { attempt, send } from './send.ts';

/** The role of a member in a Space. */
export type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** A Space of the signed-in person, with the scopes of their role. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly member_id: string;
  readonly role: Role;
  readonly may_run: boolean;
  /** The time at which the Space is deleted, which is closed until then; null when it is not. */
  readonly delete_at: string | null;
  readonly scopes: readonly string[];
}

/** The colours of the console: those of the system, or always light or dark. */
export type ThemeName = 'auto' | 'light' | 'dark';

/** A person, as they see themselves. */
interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly timezone: string | null;
  readonly theme: ThemeName;
  /** True when single keys are shortcuts. */
  readonly shortcuts: boolean;
  readonly has_password: boolean;
}

/** The signed-in person, their session and their Spaces. */
export interface SignedIn {
  readonly person: Person;
  readonly session: {
    readonly id: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly confirmation_expires_at: string | null;
  };
  readonly spaces: readonly Membership[];
  /** The address of the API for programs, without /v1. */
  readonly api_url?: string;
}

/** A session of the person. */
export interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string;
  readonly user_agent: string;
  readonly is_current: boolean;
}

/** A sign-in, a refused one, or a change of how the person signs in. */
export interface SignInRecord {
  readonly id: string;
  readonly kind: string;
  readonly method: string | null;
  readonly user_agent: string;
  readonly created_at: string;
}

/** The fields of a person that they may change themselves. */
export type PersonChange = Partial<Pick<Person, 'name' | 'timezone' | 'theme' | 'shortcuts'>>;

/** The key of the read of the signed-in person in the cache. */
export const PERSON_KEY = ['person', 'me'] as const;

/** Reads who is signed in. */
export const getPerson = () => send('GET', '/v1/person', undefined) as Promise<SignedIn>;

/** Changes fields of the person. */
export const updatePerson = (change: PersonChange) => send('PATCH', '/v1/person', change);

/** Lists the sessions of the person. */
export const listSessions = async (): Promise<readonly Session[]> => {
  const answer = (await send('GET', '/v1/person/sessions', undefined)) as { readonly data: readonly Session[] };
  return answer.data;
};

/** Lists the latest sign-ins of the person, and changes of how they sign in. */
export const listSignIns = async (): Promise<readonly SignInRecord[]> => {
  const answer = (await send('GET', '/v1/person/sign-ins', undefined)) as { readonly data: readonly SignInRecord[] };
  return answer.data;
};

/** Ends one session. */
export const endSession = (id: string) => send('DELETE', `/v1/person/sessions/${encodeURIComponent(id)}`, undefined);

/** Ends every session of the person but this one. */
export const endOtherSessions = () => send('POST', '/v1/person/sessions/end-others', {});

/** Changes the password; other sessions end. */
export const changePassword = (new_password: string) => send('POST', '/v1/person/password', { new_password });

/** Confirms with the password that the person is present, for ten minutes. */
export const confirmPassword = (password: string) => send('POST', '/v1/person/confirm', { password });

/** Begins a new session with the password, over the form of the sign-in page. Throws ApiError when it is refused. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const { type, status } = await attempt('/sign-in', {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'manual',
    body: new URLSearchParams({ email, password }),
  });
  if (type === 'opaqueredirect') return;
  const detail =
    status === 401
      ? 'This is not your password; try again.'
      : status === 429
        ? 'There were too many tries. Wait a minute and try again.'
        : `The sign-in did not work: the service answered ${status}.`;
  throw new ApiError(detail, { status, code: 'sign_in_refused' });
}

/** Returns the id of the person of the session. Throws ApiError without a session. */
export async function signedInPerson(): Promise<string> {
  const response = await attempt('/v1/person', { credentials: 'same-origin' });
  if (!response.ok) throw await ApiError.from(response);
  const { person } = (await response.json()) as SignedIn;
  return person.id;
}

/** Creates a Space whose owner is the person. */
export const createSpace = (name: string, idempotency_key: string) =>
  send('POST', '/v1/person/spaces', { name }, { idempotency_key }) as Promise<Membership>;

/** Ends the membership of the person in a Space. */
export const leaveSpace = (space_id: string) => send('POST', `/v1/person/spaces/${encodeURIComponent(space_id)}/leave`, {});

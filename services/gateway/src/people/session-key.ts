import { Problem, scopesOfRole } from '@space/contracts/core';
import { CONFIRMATION_MINUTES } from '@space/contracts/people';
import { MINUTE_MS } from '@space/time';
import { type ApiKey, Unauthorized } from '../auth/api-key.ts';
import { endOfSession } from './session-store.ts';
import type { SessionRow } from './sessions.queries.ts';

/** Returns the session if it has not ended at `now`. Throws Unauthorized otherwise. */
export function assertSessionActive(session: SessionRow | undefined, now: number): SessionRow {
  if (!session) throw new Unauthorized('unknown', 'This session has ended; sign in again.');
  if (now >= endOfSession(session)) throw new Unauthorized('expired', 'This session has ended; sign in again.');
  return session;
}

/** Returns the value of a call that gives the session of its person another secret. */
export const withNextHash = (key: ApiKey, next_hash: string): ApiKey =>
  key.caller.person ? { ...key, caller: { ...key.caller, person: { ...key.caller.person, next_hash } } } : key;

/** Returns the end of the time in which a session needs no confirmation, in milliseconds since the epoch. */
export const confirmedUntil = ({ confirmed_at }: Pick<SessionRow, 'confirmed_at'>): number =>
  confirmed_at + CONFIRMATION_MINUTES * MINUTE_MS;

/**
 * Returns the value that stands for a key in a call of a person: in a Space the member with the scopes of the role, and without a
 * Space the person with no scope. Throws `not_found` for a Space that the person is not a member of.
 */
export function apiKeyOfSession(session: SessionRow, spaceId: string | undefined): ApiKey {
  const member = spaceId === undefined ? undefined : session.members.find((one) => one.space_id === spaceId);
  if (spaceId !== undefined && !member)
    throw new Problem('not_found', `There is no Space "${spaceId.slice(0, 64)}" that you are a member of.`);
  const scopes = member ? scopesOfRole(member.role, member.may_run) : [];
  return {
    caller: {
      space_id: member?.space_id ?? '',
      key_id: '',
      actor: { kind: 'person', id: member?.id ?? session.person_id, name: session.name },
      person: { id: session.person_id, session_id: session.id, role: member?.role ?? null },
    },
    scopes: new Set(scopes),
    scope_set: scopes.toSorted().join(' '),
    catalog_mode: 'every',
    approval: 'none',
    expires_at: endOfSession(session),
    is_revoked: false,
    ...(member?.delete_at && { space_delete_at: Date.parse(member.delete_at) }),
    confirmed_until: confirmedUntil(session),
  };
}

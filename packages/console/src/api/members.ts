import type { Role } from './person.ts';
import { send } from './send.ts';

/** A person in a Space. */
export interface Member {
  readonly id: string;
  readonly person: { readonly name: string; readonly email: string };
  readonly role: Role;
  /** True when the member may publish, run and send. */
  readonly may_run: boolean;
  readonly created_at: string;
  readonly last_seen_at: string | null;
}

/** A link with which a person joins a Space; it is shown once. */
export interface Invitation {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly revoked_at: string | null;
}

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more?: boolean;
  readonly next_cursor: string | null;
}

const settings = (space_id: string) => `/spaces/${space_id}/v1/settings`;

/** Lists the members of a Space. */
export const listMembers = (space_id: string) => send('GET', `${settings(space_id)}/members`, undefined) as Promise<Page<Member>>;

/** Changes the role of a member, or whether they may run things. */
export const updateMember = (space_id: string, id: string, change: { readonly role?: Role; readonly may_run?: boolean }) =>
  send('PATCH', `${settings(space_id)}/members/${encodeURIComponent(id)}`, change) as Promise<Member>;

/** Removes a member; their sessions lose the Space immediately. */
export const removeMember = (space_id: string, id: string) =>
  send('DELETE', `${settings(space_id)}/members/${encodeURIComponent(id)}`, undefined);

/** Lists the invitations of a Space. */
export const listInvitations = (space_id: string) =>
  send('GET', `${settings(space_id)}/invitations`, undefined) as Promise<Page<Invitation>>;

/** Creates an invitation and returns its link, which is shown once. */
export const createInvitation = (space_id: string, invitation: { readonly email?: string; readonly role: Role }, idempotency_key: string) =>
  send('POST', `${settings(space_id)}/invitations`, invitation, { idempotency_key }) as Promise<{ invitation: Invitation; url: string }>;

/** Revokes an invitation; its link ends. */
export const revokeInvitation = (space_id: string, id: string) =>
  send('POST', `${settings(space_id)}/invitations/${encodeURIComponent(id)}/revoke`, {});

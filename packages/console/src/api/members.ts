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
interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** The number of members, of open invitations and of keys is bounded, and a page of this size has nearly all of them. */
const PAGE_SIZE = 200;

/** Reads a list to its end. */
async function readWhole<Item>(url: string, signal?: AbortSignal): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await send('GET', `${url}?limit=${PAGE_SIZE}${from}`, undefined, signal && { signal })) as Page<Item>;
    items.push(...page.data);
    cursor = page.next_cursor;
  }
  return items;
}

const settings = (space_id: string) => `/spaces/${space_id}/v1/settings`;

/** Lists all members of a Space. */
export const listMembers = (space_id: string, signal?: AbortSignal) => readWhole<Member>(`${settings(space_id)}/members`, signal);

/** Changes the role of a member, or whether they may run things. */
export const updateMember = (space_id: string, id: string, change: { readonly role?: Role; readonly may_run?: boolean }) =>
  send('PATCH', `${settings(space_id)}/members/${encodeURIComponent(id)}`, change) as Promise<Member>;

/** Removes a member; their sessions lose the Space immediately. */
export const removeMember = (space_id: string, id: string) =>
  send('DELETE', `${settings(space_id)}/members/${encodeURIComponent(id)}`, undefined);

/** Lists all invitations of a Space, also those that ended in the last 30 days. */
export const listInvitations = (space_id: string, signal?: AbortSignal) =>
  readWhole<Invitation>(`${settings(space_id)}/invitations`, signal);

/** A key that a member created. */
export interface KeyOfMember {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly created_by: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** Lists the keys that a member created and that have not ended. */
export async function listKeysOf(space_id: string, member_id: string, signal?: AbortSignal): Promise<readonly KeyOfMember[]> {
  const keys = await readWhole<KeyOfMember>(`${settings(space_id)}/keys`, signal);
  const now = Date.now();
  const isRunning = ({ expires_at, revoked_at }: KeyOfMember) => !revoked_at && (expires_at === null || Date.parse(expires_at) > now);
  return keys.filter((key) => key.created_by === member_id && isRunning(key));
}

/** Creates an invitation and returns its link, which is shown once. */
export const createInvitation = (space_id: string, invitation: { readonly email?: string; readonly role: Role }, idempotency_key: string) =>
  send('POST', `${settings(space_id)}/invitations`, invitation, { idempotency_key }) as Promise<{ invitation: Invitation; url: string }>;

/** Revokes an invitation; its link ends. */
export const revokeInvitation = (space_id: string, id: string) =>
  send('POST', `${settings(space_id)}/invitations/${encodeURIComponent(id)}/revoke`, {});

import { z } from 'zod';
import { Deleted, emailAddress, id, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { Role } from '../core/role.ts';
import { INVITATION_DAYS, MAX_INVITATIONS, MAX_MEMBERS } from './limits.ts';

const spaceId = { space_id: id('Space') };

const mayRun = z
  .boolean()
  .describe('True when a member may also run things: publish, send and post. It counts for the role member; admins and owners always may');

const role = Role.describe('viewer reads; member also writes; admin also changes settings; owner also changes members');

/** A person in a Space. */
export const Member = z
  .object({
    ...resource,
    space_id: z.string(),
    person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    role: Role,
    may_run: mayRun,
    last_seen_at: timestamp.nullable().describe('The last request of the person, to the minute'),
  })
  .meta({ id: 'Member' });

/** A link that makes a person a member of a Space, as the settings show it: never the link itself. */
export const Invitation = z
  .object({
    ...resource,
    space_id: z.string(),
    role: Role,
    may_run: mayRun,
    email: z.string().nullable().describe('The address that the invitation is for; null when anyone with the link may use it'),
    expires_at: timestamp,
    accepted_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'Invitation' });

/** The members of a Space and its invitations. Operators and members call these; no Space key does. */
export const members = contract({
  name: 'members',
  service: 'gateway',
  tag: 'Members',
  description:
    'The people of a Space, their roles and invitations. For operators and for people in the console: no Space key reaches these.',
  operations: {
    list: operation({
      summary: 'List the members of a Space',
      audience: 'operator',
      role: 'viewer',
      route: { method: 'GET', path: '/operator/spaces/:space_id/members', status: 200 },
      input: z.strictObject({
        ...spaceId,
        sort: sortBy(['created_at', 'name'], 'name'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Member),
    }),
    update: operation({
      summary: 'Change the role of a member',
      description: 'Takes effect with the next request of the person. The last owner of a Space keeps the role.',
      audience: 'operator',
      role: 'owner',
      needs_confirmation: true,
      route: { method: 'PATCH', path: '/operator/spaces/:space_id/members/:id', status: 200 },
      input: z.strictObject({ ...spaceId, id: id('member'), role: role.optional(), may_run: mayRun.optional() }),
      output: Member,
      problems: ['conflict'],
      example: { space_id: 'spc_01jd0000000000000000000000', id: 'mbr_01jd0000000000000000000000', role: 'admin' },
    }),
    remove: operation({
      summary: 'Remove a member',
      description:
        'The person loses the Space with the next request; their keys keep working until they are revoked. The last owner of a Space cannot be removed.',
      audience: 'operator',
      role: 'owner',
      needs_confirmation: true,
      route: { method: 'DELETE', path: '/operator/spaces/:space_id/members/:id', status: 200 },
      input: z.strictObject({ ...spaceId, id: id('member') }),
      output: Deleted,
      problems: ['conflict'],
    }),
    invite: operation({
      summary: 'Invite a person to a Space',
      description: `Answers a link, shown only now, that one person can use within ${INVITATION_DAYS} days. Nothing is mailed: pass the link on. A Space has at most ${MAX_INVITATIONS} open invitations and ${MAX_MEMBERS} members. An admin cannot invite an owner.`,
      audience: 'operator',
      role: 'admin',
      needs_confirmation: true,
      confidential: true,
      route: { method: 'POST', path: '/operator/spaces/:space_id/invitations', status: 201 },
      input: z.strictObject({
        ...spaceId,
        role: role.default('member'),
        may_run: mayRun.default(false),
        email: emailAddress
          .nullable()
          .default(null)
          .describe('Only a person with this address may use the link; null for anyone with the link'),
      }),
      output: z.object({ invitation: Invitation, url: z.string().describe('The link, shown once') }),
      problems: ['limit_reached'],
      example: { space_id: 'spc_01jd0000000000000000000000', role: 'member', email: 'ada@example.com' },
    }),
    list_invitations: operation({
      summary: 'List the invitations of a Space',
      description: `Newest first, unless sort says otherwise; an invitation is listed for 30 days after its end.`,
      audience: 'operator',
      role: 'admin',
      route: { method: 'GET', path: '/operator/spaces/:space_id/invitations', status: 200 },
      input: z.strictObject({ ...spaceId, sort: sortBy(['created_at'], '-created_at'), limit, cursor, include_total: includeTotal }),
      output: page(Invitation),
    }),
    revoke_invitation: operation({
      summary: 'Revoke an invitation',
      description: 'The link stops working. Revoking an invitation again changes nothing; one that was accepted cannot be revoked.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'POST', path: '/operator/spaces/:space_id/invitations/:id/revoke', status: 200 },
      effects: ['destructive'],
      input: z.strictObject({ ...spaceId, id: id('invitation') }),
      output: Invitation,
      problems: ['conflict'],
    }),
  },
});

import { Role } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from '../settings/spaces.queries.ts';

const invitationJson = sql.fragment`(select row_to_json(r) from (select
  i.id,
  ${wireTime(sql.fragment`i.created_at`)} as created_at,
  ${wireTime(sql.fragment`i.updated_at`)} as updated_at,
  i.space_id,
  i.role,
  i.may_run,
  i.email,
  ${wireTime(sql.fragment`i.expires_at`)} as expires_at,
  ${wireTime(sql.fragment`i.accepted_at`)} as accepted_at,
  ${wireTime(sql.fragment`i.revoked_at`)} as revoked_at) as r)`;

/** Returns the query of a page of the invitations of a Space. */
export const listInvitations = (space: string, { sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.invitation as i`,
    alias: 'i',
    where: sql.fragment`i.space_id = ${space}`,
    item: invitationJson,
    ...orderOf(sort, 'i', {}),
  });

/** An invitation to insert; times are ISO 8601. */
export interface NewInvitationRow {
  readonly id: string;
  readonly space_id: string;
  readonly role: Role;
  readonly may_run: boolean;
  readonly email: string | null;
  /** True for the link that makes the first person of the installation. */
  readonly is_setup: boolean;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly created_by: string | null;
  readonly expires_at: string;
}

/** Inserts an invitation and returns it as JSON. */
export const insertInvitation = (tx: CommonQueryMethods, one: NewInvitationRow, now: string) =>
  tx.one(sql.type(JsonRow)`
    insert into gateway.invitation as i
      (id, space_id, role, may_run, email, is_setup, hash, created_by, expires_at, created_at, updated_at)
    values (${one.id}, ${one.space_id}, ${one.role}, ${one.may_run}, ${one.email}, ${one.is_setup}, decode(${one.hash}, 'hex'),
            ${one.created_by}, ${one.expires_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
    returning ${invitationJson}::text as json`);

const Count = z.object({ count: z.number() });

/** Returns the number of invitations of a Space that someone can still accept. */
export const countOpenInvitations = (tx: CommonQueryMethods, space: string, now: string) =>
  tx.oneFirst(sql.type(Count)`
    select count(*) as count from gateway.invitation
    where space_id = ${space} and accepted_at is null and revoked_at is null and expires_at > ${now}::timestamptz`);

const InvitationState = z.object({ accepted: z.boolean() });

/** Returns if an invitation of a Space was accepted, or null for one that does not exist, and locks it. */
export const lockInvitation = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(InvitationState)`
    select accepted_at is not null as accepted from gateway.invitation where space_id = ${space} and id = ${id} for update`);

/** Revokes an invitation and returns it as JSON. A second revocation changes nothing. */
export const revokeInvitation = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.one(sql.type(JsonRow)`
    update gateway.invitation as i
    set revoked_at = coalesce(revoked_at, ${now}::timestamptz), updated_at = case when revoked_at is null then ${now}::timestamptz else updated_at end
    where i.space_id = ${space} and i.id = ${id}
    returning ${invitationJson}::text as json`);

/**
 * An invitation as the person with its link sees it. One that the operator made for an address also gives the person with that address a new
 * password.
 */
export const OpenInvitation = z.object({
  id: z.string(),
  space_id: z.string(),
  space_name: z.string(),
  role: Role,
  may_run: z.boolean(),
  email: z.string().nullable(),
  resets_password: z.boolean(),
});

/** An invitation as the person with its link sees it. */
export type OpenInvitation = z.infer<typeof OpenInvitation>;

const openColumns = sql.fragment`i.id, i.space_id, space.name as space_name, i.role, i.may_run, i.email,
  i.email is not null and i.created_by is null and not i.is_setup as resets_password`;
/** A link ends with the role of its maker, so that no one invites themselves back. */
const isOpen = (hash: string, now: string) => sql.fragment`i.hash = decode(${hash}, 'hex')
  and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now}::timestamptz
  and (not i.is_setup or not exists (select from gateway.person))
  and (i.created_by is null or exists (
    select from gateway.member as maker
    where maker.space_id = i.space_id and maker.id = i.created_by and maker.role in ('admin', 'owner')
      and (maker.role = 'owner' or i.role <> 'owner')))`;

/** Returns the invitation with this SHA-256 in hex if it can be accepted, or null. */
export const findOpenInvitation = (database: CommonQueryMethods, hash: string, now: string) =>
  database.maybeOne(sql.type(OpenInvitation)`
    select ${openColumns} from gateway.invitation as i join gateway.space as space on space.id = i.space_id where ${isOpen(hash, now)}`);

/** Returns the invitation with this SHA-256 in hex if it can be accepted, or null, and locks it. */
export const lockOpenInvitation = (tx: CommonQueryMethods, hash: string, now: string) =>
  tx.maybeOne(sql.type(OpenInvitation)`
    select ${openColumns} from gateway.invitation as i join gateway.space as space on space.id = i.space_id
    where ${isOpen(hash, now)} for update of i`);

/** Marks an invitation as accepted. */
export const acceptInvitation = (tx: CommonQueryMethods, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update gateway.invitation set accepted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz where id = ${id}`);

/** Deletes the setup links of a Space that have not been used: each start makes another. */
export const deleteSetupLinks = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`
    delete from gateway.invitation where space_id = ${space} and is_setup and accepted_at is null`);

/** Deletes up to `limit` invitations that ended before a time and returns how many it deleted. */
export const deleteEndedInvitations = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.invitation where id in (
        select id from gateway.invitation where least(expires_at, accepted_at, revoked_at) < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

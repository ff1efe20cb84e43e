import { Role } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from '../settings/spaces.queries.ts';

const memberJson = sql.fragment`(select row_to_json(r) from (select
  m.id,
  ${wireTime(sql.fragment`m.created_at`)} as created_at,
  ${wireTime(sql.fragment`m.updated_at`)} as updated_at,
  m.space_id,
  (select json_build_object('id', p.id, 'name', p.name, 'email', p.email) from gateway.person as p where p.id = m.person_id) as person,
  m.role,
  m.may_run,
  (select ${wireTime(sql.fragment`date_trunc('minute', max(s.last_used_at))`)} from gateway.session as s where s.person_id = m.person_id)
    as last_seen_at) as r)`;

/** Returns the query of a page of the members of a Space. */
export const listMembers = (space: string, { sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`(select member.*, lower(person.name) as person_name
      from gateway.member join gateway.person on person.id = member.person_id) as m`,
    alias: 'm',
    where: sql.fragment`m.space_id = ${space}`,
    item: memberJson,
    ...orderOf(sort, 'm', { name: { column: sql.fragment`m.person_name`, type: 'text' } }),
  });

/** The part of a member that decides what may be changed. */
const MemberRow = z.object({ id: z.string(), person_id: z.string(), role: Role, may_run: z.boolean() });

/** Returns the member with this id in a Space, or null, and locks it. */
export const lockMember = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(MemberRow)`
    select id, person_id, role, may_run from gateway.member where space_id = ${space} and id = ${id} for update`);

/** Returns the member that a person is in a Space, or null. */
export const findMemberOfPerson = (tx: CommonQueryMethods, space: string, person: string) =>
  tx.maybeOne(sql.type(MemberRow)`
    select id, person_id, role, may_run from gateway.member where space_id = ${space} and person_id = ${person}`);

/** Returns the ids of the owners of a Space and locks them, in one order, so that two changes cannot both remove the last one. */
export const lockOwners = (tx: CommonQueryMethods, space: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from gateway.member where space_id = ${space} and role = 'owner' order by id for update`);

/** Returns the member with this id in a Space, or null, with its role of now and the time at which the Space is deleted. */
export const findMember = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(MemberRow.extend({ delete_at: z.number().nullable() }))`
    select m.id, m.person_id, m.role, m.may_run, space.delete_at
    from gateway.member as m join gateway.space as space on space.id = m.space_id where m.space_id = ${space} and m.id = ${id}`);

/** Inserts a member. */
export const insertMember = (
  tx: CommonQueryMethods,
  member: { readonly id: string; readonly space_id: string; readonly person_id: string; readonly role: Role; readonly may_run: boolean },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into gateway.member (id, space_id, person_id, role, may_run, created_at, updated_at)
    values (${member.id}, ${member.space_id}, ${member.person_id}, ${member.role}, ${member.may_run}, ${now}::timestamptz, ${now}::timestamptz)`);

/** Changes a member and returns it as JSON. */
export const updateMember = (tx: CommonQueryMethods, space: string, id: string, role: Role, mayRun: boolean, now: string) =>
  tx.one(sql.type(JsonRow)`
    update gateway.member as m set role = ${role}, may_run = ${mayRun}, updated_at = ${now}::timestamptz
    where m.space_id = ${space} and m.id = ${id}
    returning ${memberJson}::text as json`);

/** Deletes a member. */
export const deleteMember = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from gateway.member where space_id = ${space} and id = ${id}`);

/** Locks a Space, whose members are counted or changed, until the transaction ends. */
export const lockSpace = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from gateway.space where id = ${space} for no key update`);

const Count = z.object({ count: z.number() });

/** Returns the number of members of a Space. */
export const countMembers = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(Count)`select count(*) as count from gateway.member where space_id = ${space}`);

/** Returns the number of Spaces of a person. */
export const countSpacesOf = (tx: CommonQueryMethods, person: string) =>
  tx.oneFirst(sql.type(Count)`select count(*) as count from gateway.member where person_id = ${person}`);

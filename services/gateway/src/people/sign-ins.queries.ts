import type { SignInKind, SignInMethod } from '@space/contracts/people';
import { newId, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { JsonRow } from '../settings/spaces.queries.ts';

/** An event of the ways in of a person; without a browser when it is of no page. */
export interface NewSignIn {
  readonly kind: SignInKind;
  readonly method?: SignInMethod;
  readonly user_agent?: string;
}

/** Records what happened to the ways in of a person, and deletes the oldest above `most`. */
export const insertSignIn = (
  database: CommonQueryMethods,
  person: string,
  { kind, method, user_agent = '' }: NewSignIn,
  now: string,
  most: number,
) =>
  database.query(sql.typeAlias('void')`
    with old as (
      delete from gateway.sign_in where person_id = ${person} and id in (
        select id from gateway.sign_in where person_id = ${person} order by id desc offset ${most - 1}))
    insert into gateway.sign_in (person_id, id, kind, method, user_agent, created_at)
    values (${person}, ${newId('sgn')}, ${kind}, ${method ?? null}, ${user_agent}, ${now}::timestamptz)`);

/** Returns the latest of them as JSON, the newest first. */
export const listSignIns = (database: CommonQueryMethods, person: string, limit: number) =>
  database.oneFirst(sql.type(JsonRow)`
    select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'method', method, 'user_agent', user_agent,
      'created_at', ${wireTime(sql.fragment`created_at`)}) order by id desc), '[]')::text as json
    from (select * from gateway.sign_in where person_id = ${person} order by id desc limit ${limit}) as latest`);

/** Deletes up to `limit` of those before a time and returns how many it deleted. */
export const deleteExpiredSignIns = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.sign_in where (person_id, id) in (
        select person_id, id from gateway.sign_in where created_at < ${before}::timestamptz limit ${limit})`)
  ).rowCount;

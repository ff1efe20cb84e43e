import { Role } from '@space/contracts/core';
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '@space/contracts/people';
import { sql, unnestRows, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Use } from '../auth/use-recorder.ts';
import { JsonRow } from '../settings/spaces.queries.ts';

const MemberRow = z.object({
  id: z.string(),
  space_id: z.string(),
  space_name: z.string(),
  role: Role,
  may_run: z.boolean(),
  delete_at: z.string().nullable(),
});

/** A session with its person and the Spaces of the person; times in milliseconds since the epoch. */
export const SessionRow = z.object({
  id: z.string(),
  person_id: z.string(),
  name: z.string(),
  email: z.string(),
  confirmed_at: z.number(),
  last_used_at: z.number(),
  ends_at: z.number(),
  created_at: z.number(),
  members: z.array(MemberRow),
});

/** A session with its person and the Spaces of the person. */
export type SessionRow = z.infer<typeof SessionRow>;

const sessionColumns = sql.fragment`s.id, s.person_id, p.name, p.email, s.confirmed_at, s.last_used_at, s.ends_at, s.created_at,
  coalesce((select json_agg(json_build_object('id', m.id, 'space_id', m.space_id, 'space_name', space.name, 'role', m.role,
      'may_run', m.may_run, 'delete_at', ${wireTime(sql.fragment`space.delete_at`)}) order by lower(space.name), space.id)
    from gateway.member as m join gateway.space as space on space.id = m.space_id where m.person_id = s.person_id), '[]') as members`;

/** Returns the session with this SHA-256 in hex, or null. */
export const findSessionByHash = (database: CommonQueryMethods, hash: string) =>
  database.maybeOne(sql.prepared('gateway-session-by-hash', SessionRow)`
    select ${sessionColumns} from gateway.session as s join gateway.person as p on p.id = s.person_id
    where s.hash = decode(${hash}, 'hex')`);

/** Returns a session of a person by its id, or null. */
export const findSession = (database: CommonQueryMethods, person: string, id: string) =>
  database.maybeOne(sql.prepared('gateway-session', SessionRow)`
    select ${sessionColumns} from gateway.session as s join gateway.person as p on p.id = s.person_id
    where s.person_id = ${person} and s.id = ${id}`);

/** A session to insert; times are ISO 8601. */
export interface NewSessionRow {
  readonly id: string;
  readonly person_id: string;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly user_agent: string;
  readonly ends_at: string;
}

/** Inserts a session. */
export const insertSession = (database: CommonQueryMethods, { id, person_id, hash, user_agent, ends_at }: NewSessionRow, now: string) =>
  database.query(sql.typeAlias('void')`
    insert into gateway.session (id, person_id, hash, user_agent, confirmed_at, last_used_at, ends_at, created_at)
    values (${id}, ${person_id}, decode(${hash}, 'hex'), ${user_agent}, ${now}::timestamptz, ${now}::timestamptz, ${ends_at}::timestamptz,
            ${now}::timestamptz)`);

/** Deletes the sessions of a person above `most`, those first that were used longest ago. */
export const deleteOldestSessions = (database: CommonQueryMethods, person: string, most: number) =>
  database.query(sql.typeAlias('void')`
    delete from gateway.session where id in (
      select id from gateway.session where person_id = ${person} order by last_used_at desc, id desc offset ${most})`);

const Count = z.object({ count: z.number() });

/** Deletes one session of a person and returns how many it deleted. */
export const deleteSession = (database: CommonQueryMethods, person: string, id: string) =>
  database.oneFirst(sql.type(Count)`
    with ended as (delete from gateway.session where person_id = ${person} and id = ${id} returning id) select count(*) as count from ended`);

/** Deletes all sessions of a person but one and returns how many it deleted. */
export const deleteOtherSessions = (database: CommonQueryMethods, person: string, except: string) =>
  database.oneFirst(sql.type(Count)`
    with ended as (delete from gateway.session where person_id = ${person} and id <> ${except} returning id)
    select count(*) as count from ended`);

/** Replaces the secret of a session of a person by its SHA-256 in hex, and returns how many sessions that were. */
export const replaceSessionHash = async (database: CommonQueryMethods, person: string, id: string, hash: string): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      update gateway.session set hash = decode(${hash}, 'hex') where person_id = ${person} and id = ${id}`)
  ).rowCount;

/** Notes that a person has given a password or a passkey. */
export const confirmSession = (database: CommonQueryMethods, person: string, id: string, now: string) =>
  database.query(sql.typeAlias('void')`
    update gateway.session set confirmed_at = ${now}::timestamptz where person_id = ${person} and id = ${id}`);

/** Returns the sessions of a person that have not ended as JSON, the last used one first. */
export const listSessions = (database: CommonQueryMethods, person: string, current: string, now: string) =>
  database.oneFirst(sql.type(JsonRow)`
    select coalesce(json_agg(json_build_object(
      'id', id, 'created_at', ${wireTime(sql.fragment`created_at`)},
      'last_used_at', ${wireTime(sql.fragment`date_trunc('minute', last_used_at)`)},
      'expires_at', ${wireTime(sql.fragment`least(ends_at, last_used_at + make_interval(days => ${SESSION_IDLE_DAYS}))`)},
      'user_agent', user_agent, 'is_current', id = ${current}) order by last_used_at desc, id desc), '[]')::text as json
    from gateway.session
    where person_id = ${person} and ends_at > ${now}::timestamptz
      and last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})`);

/** Stores the times at which sessions were last used, in one statement. */
export const markSessionsUsed = (database: CommonQueryMethods, uses: readonly Use[]) =>
  database.query(sql.typeAlias('void')`
    update gateway.session as s set last_used_at = used.at
    from ${unnestRows(uses, { id: 'text', at: 'timestamptz' }, 'used')}
    where s.id = used.id and s.last_used_at < used.at`);

/** Deletes up to `limit` sessions that have ended and returns how many it deleted. */
export const deleteEndedSessions = async (database: CommonQueryMethods, now: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from gateway.session where id in (
        select id from gateway.session
        where ends_at < ${now}::timestamptz or created_at < ${now}::timestamptz - make_interval(days => ${SESSION_DAYS}) limit ${limit})`)
  ).rowCount;

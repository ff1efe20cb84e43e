import { Role } from '@space/contracts/core';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const KeyScopes = z.object({ id: z.string(), scopes: z.array(z.string()) });

/** Returns the scopes of keys that are valid in a Space that is open, by id. */
export async function findValidKeys(
  database: CommonQueryMethods,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(KeyScopes)`
    select k.id, k.scopes from gateway.api_key as k join gateway.space on space.id = k.space_id
    where k.id = any(${sql.array([...ids], 'text')}) and k.revoked_at is null and space.delete_at is null
      and (k.expires_at is null or k.expires_at > to_timestamp(${now / 1_000}))`);
  return new Map(rows.map(({ id, scopes }) => [id, scopes]));
}

/** Returns those of some grants of OAuth clients that are valid. */
export const findValidGrants = async (database: CommonQueryMethods, ids: readonly string[], now: number): Promise<ReadonlySet<string>> =>
  ids.length === 0
    ? new Set()
    : new Set(
        await database.anyFirst(sql.type(z.object({ id: z.string() }))`
          select id from gateway.oauth_grant
          where id = any(${sql.array([...ids], 'text')}) and revoked_at is null and expires_at > to_timestamp(${now / 1_000})`),
      );

/** A session of a person and a Space. */
export interface SessionInSpace {
  readonly session_id: string;
  readonly person_id: string;
  readonly space_id: string;
}

const SessionStanding = z.object({
  session_id: z.string(),
  space_id: z.string(),
  last_used_at: z.number(),
  ends_at: z.number(),
  role: Role.nullable(),
  may_run: z.boolean().nullable(),
});

/** A session that was not deleted, with the role of its person in a Space that is open; null for one who is no member. */
export type SessionStanding = z.infer<typeof SessionStanding>;

/** Returns sessions that were not deleted, each with the role of its person in a Space. */
export const findSessionsIn = async (
  database: CommonQueryMethods,
  asked: readonly SessionInSpace[],
): Promise<readonly SessionStanding[]> =>
  asked.length === 0
    ? []
    : database.any(sql.type(SessionStanding)`
        select s.id as session_id, asked.space_id, s.last_used_at, s.ends_at, m.role, m.may_run
        from ${unnestRows(asked, { session_id: 'text', person_id: 'text', space_id: 'text' }, 'asked')}
        join gateway.session as s on s.id = asked.session_id and s.person_id = asked.person_id
        left join gateway.space on space.id = asked.space_id and space.delete_at is null
        left join gateway.member as m on m.person_id = s.person_id and m.space_id = space.id`);

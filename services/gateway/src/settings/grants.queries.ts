import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { JsonRow } from './spaces.queries.ts';

const grantJson = sql.fragment`(select row_to_json(r) from (select
  g.id,
  ${wireTime(sql.fragment`g.created_at`)} as created_at,
  g.space_id,
  g.key_id,
  g.client_id,
  g.client_name,
  g.scopes,
  ${wireTime(sql.fragment`g.refreshed_at`)} as refreshed_at,
  ${wireTime(sql.fragment`g.expires_at`)} as expires_at,
  ${wireTime(sql.fragment`g.revoked_at`)} as revoked_at) as r)`;

/** Returns the query of a page of the grants of a key. */
export const listGrants = (space: string, key: string, { sort, ...page }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(page, {
    from: sql.fragment`gateway.oauth_grant as g`,
    alias: 'g',
    where: sql.fragment`g.space_id = ${space} and g.key_id = ${key}`,
    item: grantJson,
    ...orderOf(sort, 'g', {}),
  });

const RevokedRow = JsonRow.extend({ was_revoked: z.boolean() });

/** Revokes a grant and returns it as JSON, and if it was revoked before; or null. A second revocation changes nothing. */
export const revokeGrant = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.maybeOne(sql.type(RevokedRow)`
    with before as (
      select id, revoked_at is not null as was_revoked from gateway.oauth_grant where space_id = ${space} and id = ${id} for update
    )
    update gateway.oauth_grant as g set revoked_at = coalesce(g.revoked_at, ${now}::timestamptz)
    from before where g.space_id = ${space} and g.id = before.id
    returning ${grantJson}::text as json, before.was_revoked`);

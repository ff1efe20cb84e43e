import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { KeyRow, keyColumns } from './api-key.queries.ts';

const AccessTokenRow = KeyRow.extend({
  grant_id: z.string(),
  client_name: z.string(),
  granted: z.array(z.string()),
  token_expires_at: z.number(),
  grant_revoked_at: z.number().nullable(),
});

/** An access token with its grant and the columns of the key that it stands for; times in milliseconds since the epoch. */
export type AccessTokenRow = z.infer<typeof AccessTokenRow>;

/** Returns the access token with this SHA-256 in hex, or null. */
export const findAccessToken = (database: CommonQueryMethods, hash: string) =>
  database.maybeOne(sql.prepared('gateway-access-token', AccessTokenRow)`
    select ${keyColumns}, g.id as grant_id, g.client_name, t.scopes as granted,
           t.expires_at as token_expires_at, g.revoked_at as grant_revoked_at
    from gateway.oauth_token as t
    join gateway.oauth_grant as g on g.id = t.grant_id
    join gateway.api_key as k on k.id = g.key_id
    left join gateway.agent on agent.id = k.agent_id
    where t.hash = decode(${hash}, 'hex') and t.kind = 'access'`);

import { Approval } from '@space/contracts/platform';
import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Use } from './use-recorder.ts';

/** The columns of a key that authentication needs. */
export const KeyRow = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
  scopes: z.array(z.string()),
  catalog_mode: z.enum(['every', 'everyday']),
  approval: Approval,
  expires_at: z.number().nullable(),
  revoked_at: z.number().nullable(),
  /** The time at which its Space is deleted; null when it is not. */
  space_delete_at: z.number().nullable(),
});

/** The columns of a key that authentication needs; times in milliseconds since the epoch. */
export type KeyRow = z.infer<typeof KeyRow>;

const KeyBySecretRow = KeyRow.extend({ secret_ends_at: z.number().nullable() });

/** Selects the columns of KeyRow from the key `k` and its `agent`. */
export const keyColumns = sql.fragment`
  k.id, k.space_id, k.name, k.agent_id, agent.name as agent_name, k.scopes, k.catalog_mode, k.approval, k.expires_at, k.revoked_at,
  (select delete_at from gateway.space where space.id = k.space_id) as space_delete_at`;

/** Returns a key of a Space by its id, or null. */
export const findKey = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.prepared('gateway-key', KeyRow)`
    select ${keyColumns} from gateway.api_key as k left join gateway.agent on agent.id = k.agent_id
    where k.space_id = ${space} and k.id = ${id}`);

/**
 * Returns the key with a secret of this SHA-256 in hex, or null: its secret, or the one before the last roll, with the end of its
 * validity.
 */
export const findKeyByHash = (database: CommonQueryMethods, hash: string) =>
  database.maybeOne(sql.prepared('gateway-key-by-hash', KeyBySecretRow)`
    select ${keyColumns}, case when k.old_hash = decode(${hash}, 'hex') then k.old_secret_ends_at end as secret_ends_at
    from gateway.api_key as k left join gateway.agent on agent.id = k.agent_id
    where k.hash = decode(${hash}, 'hex') or k.old_hash = decode(${hash}, 'hex')`);

/** Stores the times at which keys were last used, in one statement. */
export const markUsed = (database: CommonQueryMethods, uses: readonly Use[]) =>
  database.query(sql.typeAlias('void')`
    update gateway.api_key as k set last_used_at = used.at
    from ${unnestRows(uses, { id: 'text', at: 'timestamptz' }, 'used')}
    where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`);

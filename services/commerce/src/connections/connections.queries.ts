import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from './connection.ts';

const ConnectionRow = z.object({
  space_id: z.string(),
  id: z.string(),
  provider: z.enum(['stripe', 'paddle', 'signed']),
  name: z.string(),
  mode: z.enum(['live', 'test']),
  status: z.enum(['connected', 'failing', 'refused', 'disconnected']),
  test_starts_automations: z.boolean(),
});

const connectionColumns = sql.fragment`c.space_id, c.id, c.provider, c.name, c.mode, c.status, c.test_starts_automations`;

const SigningRow = ConnectionRow.extend({
  sealed_signing: z.instanceof(Buffer).nullable(),
  sealed_previous_signing: z.instanceof(Buffer).nullable(),
  previous_until: z.string().nullable(),
});

/** Returns the connection with an id of any Space, with its signing secrets, or null: the address of a webhook has no Space. */
export const findConnectionOfWebhook = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.prepared('commerce-connection-of-webhook', SigningRow)`
    select ${connectionColumns}, c.sealed_signing, c.sealed_previous_signing, ${wireTime(sql.fragment`c.previous_until`)} as previous_until
    from commerce.connection as c where c.id = ${id}`);

/** Returns a connection, or null. */
export const findConnection = (database: CommonQueryMethods, space: string, id: string): Promise<Connection | null> =>
  database.maybeOne(sql.type(ConnectionRow)`
    select ${connectionColumns} from commerce.connection as c where c.space_id = ${space} and c.id = ${id}`);

const KeyRow = ConnectionRow.extend({ sealed_key: z.instanceof(Buffer).nullable() });

/** Returns a connection with its sealed key, or null. */
export const findConnectionWithKey = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(KeyRow)`
    select ${connectionColumns}, c.sealed_key from commerce.connection as c where c.space_id = ${space} and c.id = ${id}`);

/** Stores that a connection received a webhook with a valid signature. */
export const markReceived = (database: CommonQueryMethods, space: string, id: string, now: string) =>
  database.query(sql.typeAlias('void')`
    update commerce.connection set last_received_at = ${now}::timestamptz, refused_signatures = 0
    where space_id = ${space} and id = ${id} and (last_received_at is null or last_received_at < ${now}::timestamptz - interval '1 second')`);

const Refused = z.object({ refused_signatures: z.number() });

/** Counts a refused signature; the count begins again after `window_s` seconds. Returns the count. */
export const countRefusedSignature = async (database: CommonQueryMethods, space: string, id: string, now: string, window_s: number) =>
  (
    await database.one(sql.type(Refused)`
      update commerce.connection as c set
        refused_signatures = case when c.refused_since > ${now}::timestamptz - make_interval(secs => ${window_s}) then c.refused_signatures + 1 else 1 end,
        refused_since = case when c.refused_since > ${now}::timestamptz - make_interval(secs => ${window_s}) then c.refused_since
          else ${now}::timestamptz end
      where c.space_id = ${space} and c.id = ${id}
      returning c.refused_signatures`)
  ).refused_signatures;

/** Returns the number of signatures that were refused in the last `window_s` seconds. */
export const countRecentRefusals = async (
  database: CommonQueryMethods,
  { space_id, id }: Pick<Connection, 'space_id' | 'id'>,
  now: string,
  window_s: number,
): Promise<number> =>
  (
    await database.one(sql.type(Refused)`
      select case when c.refused_since > ${now}::timestamptz - make_interval(secs => ${window_s}) then c.refused_signatures else 0 end
        as refused_signatures
      from commerce.connection as c where c.space_id = ${space_id} and c.id = ${id}`)
  ).refused_signatures;

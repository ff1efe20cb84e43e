import { DISCONNECTED_INTEGRATION_DAYS, type Integration, MAX_INTEGRATION_CHECKS } from '@space/contracts/integrations';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Outcome } from './health.ts';

/** The filters of the list of connections. */
interface ConnectionFilter {
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly provider?: string | undefined;
}

const time = (column: string): FragmentSqlToken => wireTime(sql.fragment`${sql.identifier(['i', column])}`);

const integrationJson = sql.fragment`(select row_to_json(r) from (select
  i.id, ${time('created_at')} as created_at, ${time('updated_at')} as updated_at, i.kind, i.provider, i.name, i.account_label, i.mode,
  i.scopes, i.capabilities, ${time('connected_at')} as connected_at, ${time('last_used_at')} as last_used_at,
  ${time('next_check_at')} as next_check_at, ${time('expires_at')} as expires_at, i.inbound, i.status, ${time('last_ok_at')} as last_ok_at,
  i.last_error, i.failures_in_a_row, i.action_needed) as r)`;

const equals = (column: string, value: string | undefined): FragmentSqlToken =>
  value === undefined ? sql.fragment`` : sql.fragment`and ${sql.identifier(['i', column])} = ${value}`;

/** Lists the connections of a Space. */
export const listConnections = (
  space: string,
  { kind, status, provider }: ConnectionFilter,
  { sort, ...list }: PageInput & { readonly sort: string },
): PageQuery =>
  listQuery(list, {
    from: sql.fragment`integrations.integration as i`,
    alias: 'i',
    where: sql.fragment`i.space_id = ${space} ${equals('kind', kind)} ${equals('status', status)} ${equals('provider', provider)}`,
    item: integrationJson,
    ...orderOf(sort, 'i', {
      name: { column: sql.fragment`lower(i.name)`, type: 'text' },
      created_at: { column: sql.fragment`i.created_at`, type: 'timestamp' },
    }),
  });

const ConnectionRow = z.object({ json: z.string(), version: z.number(), last_checked_at: z.string().nullable() });

/** A connection with its version and the time of its last check. */
export interface StoredConnection {
  readonly integration: Integration;
  readonly version: number;
  readonly last_checked_at: string | null;
}

/** Returns a connection, or null; locked until the transaction ends if `lock` is true. */
export async function findConnection(
  database: CommonQueryMethods,
  space: string,
  id: string,
  lock = false,
): Promise<StoredConnection | null> {
  const row = await database.maybeOne(sql.type(ConnectionRow)`
    select ${integrationJson}::text as json, i.version, ${time('last_checked_at')} as last_checked_at
    from integrations.integration as i where i.space_id = ${space} and i.id = ${id} ${lock ? sql.fragment`for update` : sql.fragment``}`);
  return row && { integration: JSON.parse(row.json) as Integration, version: row.version, last_checked_at: row.last_checked_at };
}

/** Lists the checks of a connection, newest first. */
export const listChecks = (space: string, id: string, list: PageInput): PageQuery =>
  listQuery(list, {
    from: sql.fragment`integrations.integration_check as c`,
    alias: 'c',
    where: sql.fragment`c.space_id = ${space} and c.integration_id = ${id}`,
    item: sql.fragment`(select row_to_json(r) from (select
      ${wireTime(sql.fragment`c.checked_at`)} as checked_at, case when c.error_code is null then 'ok' else 'failed' end as outcome,
      case when c.error_code is not null then json_build_object('code', c.error_code, 'message', c.error_message) end as error,
      c.duration_ms) as r)`,
    sortBy: [{ column: sql.fragment`c.checked_at`, type: 'timestamp' }],
  });

/** Inserts a connection unless the Space has it. Returns true if it was inserted. */
export async function insertConnection(tx: CommonQueryMethods, space: string, integration: Integration): Promise<boolean> {
  const { id, kind, provider, name, connected_at, status, created_at } = integration;
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    insert into integrations.integration (space_id, id, kind, provider, name, scopes, capabilities, connected_at, status, created_at, updated_at)
    values (${space}, ${id}, ${kind}, ${provider}, ${name}, '{}', '{}', ${connected_at}::timestamptz, ${status}, ${created_at}::timestamptz,
      ${created_at}::timestamptz)
    on conflict do nothing`);
  return rowCount === 1;
}

/** Stores a connection in place of its former values, with a new version. */
export const updateConnection = (
  tx: CommonQueryMethods,
  space: string,
  integration: Integration,
  last_checked_at: string | null,
  now: string,
) => {
  const { id, inbound, last_error } = integration;
  return tx.query(sql.typeAlias('void')`
    update integrations.integration set
      kind = ${integration.kind}, provider = ${integration.provider}, name = ${integration.name}, account_label = ${integration.account_label},
      mode = ${integration.mode}, scopes = ${sql.array([...integration.scopes], 'text')},
      capabilities = ${sql.array([...integration.capabilities], 'text')}, connected_at = ${integration.connected_at}::timestamptz,
      last_used_at = ${integration.last_used_at}::timestamptz, next_check_at = ${integration.next_check_at}::timestamptz,
      expires_at = ${integration.expires_at}::timestamptz, inbound = ${inbound && JSON.stringify(inbound)}::jsonb,
      status = ${integration.status}, action_needed = ${integration.action_needed}, last_checked_at = ${last_checked_at}::timestamptz,
      last_ok_at = ${integration.last_ok_at}::timestamptz, last_error = ${last_error && JSON.stringify(last_error)}::jsonb,
      failures_in_a_row = ${integration.failures_in_a_row}, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);
};

/** Inserts a check of a connection, and deletes those beyond the newest MAX_INTEGRATION_CHECKS. */
export async function insertCheck(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  { checked_at, error, duration_ms }: Outcome & { readonly duration_ms: number },
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into integrations.integration_check (space_id, integration_id, checked_at, error_code, error_message, duration_ms)
    values (${space}, ${id}, ${checked_at}::timestamptz, ${error?.code ?? null}, ${error?.message ?? null}, ${duration_ms})
    on conflict do nothing`);
  await tx.query(sql.typeAlias('void')`
    delete from integrations.integration_check where space_id = ${space} and integration_id = ${id} and checked_at <= (
      select checked_at from integrations.integration_check where space_id = ${space} and integration_id = ${id}
      order by checked_at desc offset ${MAX_INTEGRATION_CHECKS} limit 1)`);
}

const UncheckedRow = z.object({ space_id: z.string(), id: z.string() });

/** Returns connected connections of which no check was reported since a time, at most `limit`. */
export const listUnchecked = (database: CommonQueryMethods, since: string, limit: number) =>
  database.any(sql.type(UncheckedRow)`
    select space_id, id from integrations.integration where status = 'connected' and last_checked_at <= ${since}::timestamptz
    order by last_checked_at limit ${limit}`);

/** Deletes connections that were disconnected more than DISCONNECTED_INTEGRATION_DAYS ago, with their checks, at most `limit`; returns their number. */
export const deleteOldConnections = (database: CommonQueryMethods, limit: number): Promise<number> =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with old as (
      delete from integrations.integration where (space_id, id) in (
        select space_id, id from integrations.integration
        where status = 'disconnected' and updated_at < now() - make_interval(days => ${DISCONNECTED_INTEGRATION_DAYS}) order by updated_at limit ${limit})
      returning 1)
    select count(*) as count from old`);

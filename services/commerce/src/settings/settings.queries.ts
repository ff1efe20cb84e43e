import type { PaymentIntegration } from '@space/contracts/commerce';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import { REPORT_LEASE_S, type StoredCheck } from '../connections/reports.queries.ts';

/** A connection as an operator sees it, without the address of its webhooks. */
export type StoredIntegration = Omit<z.infer<typeof PaymentIntegration>, 'webhook_url'>;

type Place = Pick<Connection, 'space_id' | 'id'>;

const integrationJson = sql.fragment`(select row_to_json(r) from (select
  c.id, ${wireTime(sql.fragment`c.created_at`)} as created_at, ${wireTime(sql.fragment`c.updated_at`)} as updated_at, 'payments' as kind,
  c.provider, c.name, c.account_label, c.mode, c.status, c.test_starts_automations,
  ${wireTime(sql.fragment`c.last_received_at`)} as last_received_at,
  case when c.last_error_code is not null then json_build_object('code', c.last_error_code, 'message', c.last_error_message,
    'checked_at', ${wireTime(sql.fragment`c.last_error_at`)}) end as last_error) as r)`;

const Json = z.object({ json: z.string() });

const parse = (json: string): StoredIntegration => JSON.parse(json) as StoredIntegration;

/** Returns a connection as an operator sees it, or null. */
export async function findIntegration(database: CommonQueryMethods, { space_id, id }: Place): Promise<StoredIntegration | null> {
  const json = await database.maybeOneFirst(sql.type(Json)`
    select ${integrationJson}::text as json from commerce.connection as c where c.space_id = ${space_id} and c.id = ${id}`);
  return json === null ? null : parse(json);
}

/** Lists the connections of a Space; `origin` is that of the addresses of webhooks. */
export const listIntegrations = (space: string, origin: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`commerce.connection as c`,
    alias: 'c',
    where: sql.fragment`c.space_id = ${space}`,
    item: sql.fragment`(${integrationJson})::jsonb || jsonb_build_object('webhook_url', ${`${origin}/in/`} || c.id)`,
    ...orderOf(sort, 'c', { name: { column: sql.fragment`c.name`, type: 'text' } }),
  });

/** Makes other transactions that connect a provider to the Space wait until this one ends. */
export const lockConnections = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`payment connections of ${space}`}, 0))`);

const Existing = z.object({ id: z.string(), provider: z.string(), mode: z.string(), account_id: z.string().nullable() });

/** Returns the connections of a Space that are not disconnected. */
export const listConnected = (tx: CommonQueryMethods, space: string) =>
  tx.any(sql.type(Existing)`
    select id, provider, mode, account_id from commerce.connection where space_id = ${space} and status <> 'disconnected'`);

/** A connection to store. */
export interface NewConnection extends Pick<Connection, 'space_id' | 'id' | 'provider' | 'name' | 'mode' | 'test_starts_automations'> {
  readonly account_id: string | null;
  readonly account_label: string | null;
  readonly sealed_key: Buffer | null;
  readonly sealed_signing: Buffer | null;
  readonly opened_at: string | null;
}

const bytes = (value: Buffer | null): FragmentSqlToken => (value === null ? sql.fragment`null` : sql.fragment`${sql.binary(value)}`);

/** The time at which the report of a change is due, unless the call that makes the change sends it. */
const reportDue = (now: string): FragmentSqlToken => sql.fragment`${now}::timestamptz + make_interval(secs => ${REPORT_LEASE_S})`;

/** Inserts a connection whose account was just read, with its report, and returns it as an operator sees it. */
export const insertConnection = async (tx: CommonQueryMethods, connection: NewConnection, now: string): Promise<StoredIntegration> =>
  parse(
    await tx.oneFirst(sql.type(Json)`
      insert into commerce.connection as c (space_id, id, provider, name, mode, account_id, account_label, test_starts_automations,
        sealed_key, sealed_signing, opened_at, transactions_until, last_ok_at, next_check_at, next_transactions_at,
        next_reconciliation_at, report_due_at, report_check, created_at, updated_at)
      values (${connection.space_id}, ${connection.id}, ${connection.provider}, ${connection.name}, ${connection.mode},
        ${connection.account_id}, ${connection.account_label}, ${connection.test_starts_automations},
        ${bytes(connection.sealed_key)}, ${bytes(connection.sealed_signing)}, ${connection.opened_at}::timestamptz,
        ${connection.opened_at}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz + interval '1 hour', ${reportDue(now)},
        ${JSON.stringify({ checked_at: now, duration_ms: 0, error: null } satisfies StoredCheck)}::jsonb, ${now}::timestamptz,
        ${now}::timestamptz)
      returning ${integrationJson}::text as json`),
  );

/** New secrets of a connection. */
export interface NewSecrets {
  readonly sealed_key: Buffer | null;
  readonly sealed_signing: Buffer | null;
  /** Until when the previous signing secret is accepted. */
  readonly previous_until: string;
}

/** Replaces the secrets of a connection that are given; the replaced signing secret becomes the previous one. */
export const replaceSecrets = async (tx: CommonQueryMethods, { space_id, id }: Place, secrets: NewSecrets, now: string) => {
  const json = await tx.maybeOneFirst(sql.type(Json)`
    update commerce.connection as c set
      sealed_key = coalesce(${bytes(secrets.sealed_key)}, c.sealed_key),
      sealed_previous_signing = case when ${secrets.sealed_signing !== null} then c.sealed_signing else c.sealed_previous_signing end,
      previous_until = case when ${secrets.sealed_signing !== null} then ${secrets.previous_until}::timestamptz else c.previous_until end,
      sealed_signing = coalesce(${bytes(secrets.sealed_signing)}, c.sealed_signing),
      next_check_at = ${now}::timestamptz, refused_signatures = 0, version = c.version + 1, updated_at = ${now}::timestamptz
    where c.space_id = ${space_id} and c.id = ${id} and c.status <> 'disconnected'
    returning ${integrationJson}::text as json`);
  return json === null ? null : parse(json);
};

/** Disconnects a connection, deletes its secrets and stores that its end is to be reported; returns false if it is not connected. */
export const disconnect = async (tx: CommonQueryMethods, { space_id, id }: Place, now: string): Promise<boolean> =>
  (
    await tx.query(sql.typeAlias('void')`
      update commerce.connection set status = 'disconnected', sealed_key = null, sealed_signing = null, sealed_previous_signing = null,
        previous_until = null, next_check_at = null, next_transactions_at = null, next_reconciliation_at = null,
        report_due_at = ${reportDue(now)}, report_check = null, report_number = report_number + 1, report_attempts = 0, disconnected_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
      where space_id = ${space_id} and id = ${id} and status <> 'disconnected'`)
  ).rowCount > 0;

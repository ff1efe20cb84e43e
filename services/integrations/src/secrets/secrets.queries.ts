import type { Secret } from '@space/contracts/integrations';
import { listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A secret as it is stored, without the automations that use it. */
export type StoredSecret = Omit<Secret, 'used_by'>;

const secretJson = sql.fragment`(select row_to_json(r) from (select
  s.id, ${wireTime(sql.fragment`s.created_at`)} as created_at, ${wireTime(sql.fragment`s.updated_at`)} as updated_at,
  s.name, s.description, s.hosts, coalesce(to_jsonb(s.agents), '"*"') as agents, s.version,
  ${wireTime(sql.fragment`s.last_used_at`)} as last_used_at) as r)`;

const Json = z.object({ json: z.string() });

/** Lists the secrets of a Space, without their values. */
export const listSecrets = (space: string, { sort, ...list }: PageInput & { readonly sort: string }): PageQuery =>
  listQuery(list, {
    from: sql.fragment`integrations.secret as s`,
    alias: 's',
    where: sql.fragment`s.space_id = ${space}`,
    item: secretJson,
    ...orderOf(sort, 's', {
      name: { column: sql.fragment`s.name`, type: 'text' },
      updated_at: { column: sql.fragment`s.updated_at`, type: 'timestamp' },
    }),
  });

/** Returns a secret without its value, or null. */
export async function findSecret(database: CommonQueryMethods, space: string, name: string): Promise<StoredSecret | null> {
  const json = await database.maybeOneFirst(sql.type(Json)`
    select ${secretJson}::text as json from integrations.secret as s where s.space_id = ${space} and s.name = ${name}`);
  return json === null ? null : (JSON.parse(json) as StoredSecret);
}

/** Makes other transactions that set a secret of the Space wait until this one ends. */
export const lockSecrets = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtextextended(${`secrets of ${space}`}, 0))`);

/** Returns the number of secrets of a Space. */
export const countSecrets = (tx: CommonQueryMethods, space: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from integrations.secret where space_id = ${space}`);

/** A secret to store, with its sealed value. */
interface NewSecret extends Pick<Secret, 'id' | 'name' | 'description' | 'hosts' | 'agents' | 'version'> {
  readonly sealed: Buffer;
  readonly now: string;
}

/** Inserts a secret, or replaces the one with its name, and returns it. */
export const upsertSecret = async (tx: CommonQueryMethods, space: string, secret: NewSecret): Promise<StoredSecret> => {
  const { id, name, description, hosts, agents, version, sealed, now } = secret;
  return JSON.parse(
    await tx.oneFirst(sql.type(Json)`
      insert into integrations.secret as s (space_id, id, name, description, hosts, agents, sealed_value, version, created_at, updated_at)
      values (${space}, ${id}, ${name}, ${description}, ${sql.array([...hosts], 'text')}, ${agents === '*' ? null : sql.array([...agents], 'text')},
        ${sql.binary(sealed)}, ${version}, ${now}::timestamptz, ${now}::timestamptz)
      on conflict (space_id, name) do update set
        description = excluded.description, hosts = excluded.hosts, agents = excluded.agents, sealed_value = excluded.sealed_value,
        version = excluded.version, updated_at = excluded.updated_at
      returning ${secretJson}::text as json`),
  ) as StoredSecret;
};

/** Deletes a secret with its value; returns its id, or null. */
export const deleteSecret = (tx: CommonQueryMethods, space: string, name: string) =>
  tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    delete from integrations.secret where space_id = ${space} and name = ${name} returning id`);

const SealedSecret = z.object({
  name: z.string(),
  hosts: z.array(z.string()),
  agents: z.array(z.string()).nullable(),
  version: z.number(),
  sealed: z.instanceof(Buffer),
});

/** A secret with its sealed value. */
export type SealedSecret = z.infer<typeof SealedSecret>;

/** Returns the secrets of these names, with their sealed values. */
export const findSealedSecrets = (database: CommonQueryMethods, space: string, names: readonly string[]) =>
  database.any(sql.type(SealedSecret)`
    select name, hosts, agents, version, sealed_value as sealed from integrations.secret
    where space_id = ${space} and name = any(${sql.array([...names], 'text')})`);

/** Stores the time at which secrets were used. */
export const markSecretsUsed = (tx: CommonQueryMethods, space: string, names: readonly string[], now: string) =>
  tx.query(sql.typeAlias('void')`
    update integrations.secret set last_used_at = ${now}::timestamptz where space_id = ${space} and name = any(${sql.array([...names], 'text')})`);
